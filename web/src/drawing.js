// How axes and series look: every style differs by more than its colour.

import uPlot from "uplot";
import { dots, line } from "./curves.js";
import { colour } from "./theme.js";
import { short } from "./words.js";

const WIDTHS = { measured: 1, file: 1.2, estimate: 1.6, truth: 1.6, normal: 1.4 };
const DASHES = { file: [6, 4], normal: [3, 3], limit: [8, 4] };

export function series(each) {
  const stroke = colour(each.style), width = WIDTHS[each.style] ?? 1.2, dash = DASHES[each.style] ?? [];
  const common = { label: each.name, stroke, width, dash, points: { show: false }, spanGaps: false };
  if (each.form === "bars") return { ...common, width: 0, fill: faint(stroke), paths: uPlot.paths.bars({ size: [0.95, 100] }) };
  if (each.form !== "points") return { ...common, paths: line(stroke, width, dash) };
  if (each.style !== "median") return { ...common, paths: dots(stroke, 3) };
  return { ...common, paths: () => null, points: { show: true, size: 8, width: 2, fill: colour("paper"), stroke } };
}

function faint(stroke) {
  return `color-mix(in srgb, ${stroke} 55%, transparent)`;
}

export function axes(chart, timed) {
  const axis = { stroke: colour("soft"), grid: { stroke: colour("line"), width: 1 }, ticks: { stroke: colour("line"), width: 1 }, font: "12px system-ui, sans-serif" };
  return [
    { ...axis, size: 34, space: 60, values: (_, ticks) => ticks.map((tick) => label(tick, chart.log.includes("x"), timed ? " s" : "")) },
    { ...axis, size: 62, space: 24, values: (_, ticks) => ticks.map((tick) => label(tick, chart.log.includes("y"), "")) },
  ];
}

/** A logarithmic axis has words at powers of ten alone. */
function label(tick, logarithmic, unit) {
  if (tick === null || tick === undefined) return "";
  if (logarithmic && Math.abs(Math.log10(tick) - Math.round(Math.log10(tick))) > 1e-6) return "";
  return `${short(tick, 4)}${unit}`;
}
