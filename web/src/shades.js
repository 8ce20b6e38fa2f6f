// What lies behind curves, stretches of time that were held out or left out, and what lies over them: lines with words.

import { unpack } from "./data.js";
import { colour } from "./theme.js";

const spans = new WeakMap();

function spansOf(shade) {
  if (!spans.has(shade)) spans.set(shade, unpack(shade.spans));
  return spans.get(shade);
}

export function background(plot, shades) {
  within(plot, () => { for (const shade of shades) (shade.kind === "held" ? held : out)(plot, spansOf(shade)); });
}

export function foreground(plot, shades, marks) {
  within(plot, () => {
    for (const shade of shades) if (shade.kind === "held") names(plot, spansOf(shade));
    for (const mark of marks) line(plot, mark);
  });
}

function within({ ctx, bbox }, draw) {
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  draw();
  ctx.restore();
}

/** The held-out part has a shade and, for readers without it, words and a line on either side. */
function held(plot, found) {
  const { ctx, bbox } = plot;
  for (let i = 0; i < found.length; i += 2) {
    const left = plot.valToPos(found[i], "x", true), right = plot.valToPos(found[i + 1], "x", true);
    ctx.fillStyle = colour("held-out");
    ctx.fillRect(left, bbox.top, right - left, bbox.height);
    ctx.fillStyle = colour("soft");
    for (const x of [left, right]) ctx.fillRect(Math.round(x), bbox.top, 1, bbox.height);
  }
}

function names(plot, found) {
  const { bbox } = plot, ratio = devicePixelRatio;
  for (let i = 0; i < found.length; i += 2) {
    const left = Math.max(plot.valToPos(found[i], "x", true), bbox.left), right = plot.valToPos(found[i + 1], "x", true);
    if (right - left > 80 * ratio) words(plot, "held out", left + 6 * ratio, bbox.top + 13 * ratio);
  }
}

/** Small words on a patch of the background, so that no line runs through them. */
function words({ ctx }, text, x, y) {
  const ratio = devicePixelRatio;
  ctx.font = `${11 * ratio}px system-ui, sans-serif`;
  ctx.textAlign = "left";
  ctx.textBaseline = "alphabetic";
  const { width } = ctx.measureText(text);
  ctx.fillStyle = colour("panel");
  ctx.fillRect(x - ratio, y - 10 * ratio, width + 2 * ratio, 13 * ratio);
  ctx.fillStyle = colour("soft");
  ctx.fillText(text, x, y);
}

/** What was left out is hatched; stretches that are less than a pixel apart are one. */
function out(plot, found) {
  const { ctx, bbox } = plot, ratio = devicePixelRatio;
  ctx.fillStyle = hatch(ctx, ratio);
  let from = null, to = null;
  const fill = () => { if (from !== null) ctx.fillRect(from, bbox.top, Math.max(to - from, ratio), bbox.height); };
  for (let i = 0; i < found.length; i += 2) {
    const left = plot.valToPos(found[i], "x", true), right = plot.valToPos(found[i + 1], "x", true);
    if (right < bbox.left || left > bbox.left + bbox.width) continue;
    if (from !== null && left <= to + 1) { to = Math.max(to, right); continue; }
    fill();
    from = left;
    to = right;
  }
  fill();
}

/** A tile of diagonal lines. */
function hatch(ctx, ratio) {
  const tile = document.createElement("canvas"), side = Math.round(6 * ratio);
  tile.width = tile.height = side;
  const pen = tile.getContext("2d");
  pen.strokeStyle = colour("hatch");
  pen.lineWidth = ratio;
  pen.beginPath();
  for (const shift of [-side, 0, side]) { pen.moveTo(shift, side); pen.lineTo(shift + side, 0); }
  pen.stroke();
  return ctx.createPattern(tile, "repeat");
}

function line(plot, mark) {
  const { ctx, bbox } = plot, ratio = devicePixelRatio;
  const upright = mark.x !== null;
  const at = upright ? plot.valToPos(mark.x, "x", true) : plot.valToPos(mark.y, "y", true);
  ctx.strokeStyle = colour("limit");
  ctx.setLineDash([7 * ratio, 4 * ratio]);
  ctx.lineWidth = ratio;
  ctx.beginPath();
  if (upright) { ctx.moveTo(at, bbox.top); ctx.lineTo(at, bbox.top + bbox.height); } else { ctx.moveTo(bbox.left, at); ctx.lineTo(bbox.left + bbox.width, at); }
  ctx.stroke();
  ctx.setLineDash([]);
  if (!mark.text) return;
  ctx.font = `${11 * ratio}px system-ui, sans-serif`;
  const width = ctx.measureText(mark.text).width, gap = 5 * ratio, right = bbox.left + bbox.width;
  const after = at + gap, before = at - width - gap, last = right - width - gap;
  const x = upright && after <= last ? after : upright && before > bbox.left ? before : Math.max(last, bbox.left + gap);
  const y = upright ? bbox.top + 13 * ratio : at + (at < bbox.top + 20 * ratio ? 12 : -4) * ratio;
  words(plot, mark.text, x, y);
}
