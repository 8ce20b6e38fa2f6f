// The shapes of curves and dots. A pixel is painted once, however many samples lie in it: a report of ten minutes
// costs as much to draw as one of a few seconds.

import uPlot from "uplot";

const straight = uPlot.paths.linear();

/** A line; where a pixel of the time axis holds several samples, one upright bar from the smallest to the largest. */
export function line(stroke, width, dash) {
  return (plot, k, from, to) => (to - from > 2 * plot.bbox.width ? painted(bars(plot, k, from, to, width, dash), stroke) : straight(plot, k, from, to));
}

/** Dots as squares: a thousand circles take tens of milliseconds, a thousand squares one. */
export function dots(stroke, size) {
  return (plot, k, from, to) => {
    const path = new Path2D(), side = Math.round(size * devicePixelRatio), [x, y] = [plot.data[0], plot.data[k]];
    for (let i = from; i <= to; i++) {
      if (y[i] === null) continue;
      path.rect(Math.round(plot.valToPos(x[i], "x", true) - side / 2), Math.round(plot.valToPos(y[i], "y", true) - side / 2), side, side);
    }
    return painted(path, stroke);
  };
}

/** What uPlot fills, without an edge. */
function painted(path, colour) {
  return { stroke: null, fill: path, _fill: colour, _width: 0 };
}

function bars(plot, k, from, to, width, dash) {
  const path = new Path2D(), [x, y] = [plot.data[0], plot.data[k]];
  const thick = width * devicePixelRatio, [shown, hidden] = dash.length ? dash.map((each) => each * devicePixelRatio) : [1, 0];
  let column = null, low = 0, high = 0, last = null;
  const close = () => {
    if (column !== null && column % (shown + hidden) < shown) path.rect(column, low - thick / 2, 1, high - low + thick);
    column = null;
  };
  for (let i = from; i <= to; i++) {
    if (y[i] === null) {
      close();
      last = null;
      continue;
    }
    const at = Math.round(plot.valToPos(x[i], "x", true)), value = plot.valToPos(y[i], "y", true);
    if (at !== column) {
      if (last !== null && at > column + 1) bridge(path, column + 1, last, at, value, thick);
      close();
      column = at;
      low = Math.min(value, last ?? value);
      high = Math.max(value, last ?? value);
    }
    low = Math.min(low, value);
    high = Math.max(high, value);
    last = value;
  }
  close();
  return path;
}

/** Columns without a sample are crossed by a straight line. */
function bridge(path, left, from, right, to, thick) {
  path.moveTo(left, from - thick / 2);
  path.lineTo(right, to - thick / 2);
  path.lineTo(right, to + thick / 2);
  path.lineTo(left, from + thick / 2);
  path.closePath();
}
