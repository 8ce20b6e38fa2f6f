// Figures: curves, points and bars that heft.report.figures describes. Every chart of the page is drawn once, in its turn.

import uPlot from "uplot";
import { curve, unpack } from "./data.js";
import { axes, series } from "./drawing.js";
import { background, foreground } from "./shades.js";
import { onThemeChange } from "./theme.js";
import { Turns } from "./turns.js";
import { element, short } from "./words.js";

const TIME = "time [s]";
const MANY = 12, FIRST = 6;

export class Charts {
  constructor(data, clock) {
    this.clock = clock;
    this.figures = data.figures;
    this.groups = [...document.querySelectorAll("[data-figures]")];
    this.plots = new Map();
    this.turns = new Turns((place) => this.make(place), (place) => this.drop(place));
    this.view = document.querySelector("input[name=view]:checked")?.value ?? "";
    clock.listen((time) => this.cursor(time));
    onThemeChange(() => this.redo());
    this.picked = null;
    addEventListener("beforeprint", () => { this.unfold(); this.turns.finish(); });
    for (const group of this.groups) new ResizeObserver(() => this.resize()).observe(group);
    for (const input of document.querySelectorAll("input[name=view]")) {
      input.addEventListener("change", () => { this.view = input.value; this.redo(); });
    }
    this.setRun(0);
  }

  /** Show the figures of a run, and those that belong to none. */
  setRun(run) {
    this.zoomed = null;
    for (const group of this.groups) {
      const shown = this.figures.filter((each) => each.group === group.dataset.figures && (each.run === null || each.run === run));
      group.replaceChildren(...shown.map((figure) => this.frame(figure)));
      if (shown.length > MANY) group.append(this.more(group, shown.length));
    }
    this.fold();
    this.redo();
  }

  /** Of many figures the first are shown, or those of the link that is picked, until all are asked for. */
  fold() {
    for (const group of this.groups) {
      const more = group.querySelector(".more");
      if (!more) continue;
      const figures = [...group.querySelectorAll("figure")];
      const own = figures.filter((each) => this.picked?.includes(Number(each.id.split("-").pop())));
      const shown = group.classList.contains("all") ? figures : own.length ? own : figures.slice(0, FIRST);
      for (const each of figures) each.hidden = !shown.includes(each);
      more.hidden = shown.length === figures.length;
    }
    if (this.turns.waiting) this.turns.ask();
  }

  more(group, count) {
    const button = element("button", { type: "button", class: "more" }, `Show all ${count}`);
    button.addEventListener("click", () => { group.classList.add("all"); this.fold(); });
    return button;
  }

  /** Show the figures of a link with these coordinates; null for no link in particular. */
  pick(coordinates) {
    this.picked = coordinates;
    this.fold();
  }

  unfold() {
    for (const group of this.groups) group.classList.add("all");
    this.fold();
  }

  /** Everything of a figure but its curves, so that these change neither its size nor that of the page. */
  frame(figure) {
    const made = element("figure", { id: figure.id, tabindex: "-1" },
      element("figcaption", {}, element("h3", {}, figure.title), element("span", { class: "values" })),
      figure.lead ? element("p", { class: "axis-title" }, figure.lead) : null);
    for (const chart of figure.charts) {
      const place = element("div", { class: "plot" });
      place.style.height = `${chart.height}px`;
      Object.assign(place, { chart, figure, values: made.querySelector(".values") });
      made.append(element("p", { class: "axis-title" }, chart.x === TIME ? chart.y : `${chart.y} over ${chart.x}`), place);
    }
    return made;
  }

  drop(place) {
    this.plots.get(place).destroy();
    this.plots.delete(place);
  }

  redo() {
    for (const place of [...this.plots.keys()]) this.drop(place);
    this.turns.start(this.groups.flatMap((group) => [...group.querySelectorAll(".plot")]));
  }

  make(place) {
    const { chart, figure } = place, timed = chart.x === TIME;
    const view = chart.views[this.view] ?? Object.values(chart.views)[0];
    const plot = new uPlot({
      width: width(place), height: chart.height,
      padding: [8, 20, 0, 0],
      legend: { show: false },
      cursor: { ...(timed ? { sync: { key: "time", setSeries: false } } : {}), drag: { x: true, y: false, uni: 20 }, points: { size: 6 } },
      scales: { x: { time: false, distr: chart.log.includes("x") ? 3 : 1, ...(timed && this.zoomed) }, y: { distr: chart.log.includes("y") ? 3 : 1, range: range(chart) } },
      axes: axes(chart, timed),
      series: [{}, ...view.series.map(series)],
      hooks: {
        drawClear: [(one) => background(one, timed ? figure.shades : [])],
        draw: [(one) => foreground(one, timed ? figure.shades : [], chart.marks)],
        setCursor: [(one) => this.hover(place, one, view)],
        setScale: [(one, key) => timed && this.zoom(one, key)],
      },
    }, [Array.from(unpack(view.x)), ...view.series.map((each) => curve(each.values))], place);
    this.plots.set(place, plot);
    if (!timed) return;
    plot.head = element("div", { class: "playhead" });
    plot.over.append(plot.head);
    plot.over.addEventListener("click", () => { if (plot.cursor.left >= 0) this.clock.set(plot.posToVal(plot.cursor.left, "x")); });
    move(plot, this.clock.time);
  }

  /** Show the numbers below the pointer in the title of their figure; charts over time share those of the first. */
  hover(place, plot, view) {
    if (plot.head && place.chart !== place.figure.charts[0]) return;
    const at = plot.cursor.idx;
    const [x, ...values] = plot.data;
    const named = view.series.map((each, k) => [each.name, values[k][at]]).filter(([, value]) => value !== null && value !== undefined);
    const unit = place.chart.x.match(/\[(.*)\]/)?.[1] ?? "";
    place.values.textContent = at === null || at === undefined ? "" : `${short(x[at], 5)} ${unit}: ` + named.map(([name, value]) => `${name} ${short(value)}`).join(", ");
  }

  /** All plots over time show the same stretch of it. A plot that has just been made changes no other. */
  zoom(plot, key) {
    if (key !== "x" || this.zooming) return;
    const { min, max } = plot.scales.x, shown = plot.shown;
    if (min === null || min === undefined) return;
    plot.shown = true;
    if (!shown) return;
    this.zooming = true;
    this.zoomed = { min, max };
    for (const other of this.plots.values()) if (other !== plot && other.head) other.setScale("x", { min, max });
    this.zooming = false;
    this.cursor(this.clock.time);
  }

  cursor(time) {
    for (const plot of this.plots.values()) if (plot.head) move(plot, time);
  }

  /** Draw again what has another width now. */
  resize() {
    for (const [place, plot] of this.plots) if (plot.width !== width(place)) plot.setSize({ width: width(place), height: plot.height });
    this.cursor(this.clock.time);
  }
}

function width(place) {
  return Math.max(place.clientWidth, 200);
}

/** Put the line of the time that the robot shows at its place. */
function move(plot, time) {
  const at = plot.valToPos(time, "x");
  plot.head.hidden = !(at >= 0 && at <= plot.bbox.width / devicePixelRatio);
  plot.head.style.transform = `translateX(${at}px)`;
}

/** The range of values, and of those marks across the chart that are not far from it. */
function range(chart) {
  const lines = chart.marks.map((mark) => mark.y).filter((y) => y !== null);
  if (chart.log.includes("y") || !lines.length) return undefined;
  return (plot, low, high) => {
    if (low === null || high === null) return [-1, 1];
    const reach = Math.max(high - low, 1e-9);
    const near = lines.filter((y) => y >= low - 2 * reach && y <= high + 2 * reach);
    const least = Math.min(low, ...near), most = Math.max(high, ...near);
    const margin = 0.06 * Math.max(most - least, 1e-9);
    return [least - margin, most + margin];
  };
}
