// The processor draws the charts, not the graphics card: they are drawn once and then looked at, and a browser without a
// card imitates one, which is slower by far. uPlot makes its own canvases, so the choice is made where every canvas gets
// its context.

const { getContext } = HTMLCanvasElement.prototype;

HTMLCanvasElement.prototype.getContext = function (kind, options) {
  return getContext.call(this, kind, kind === "2d" ? { ...options, willReadFrequently: true } : options);
};
