// A matrix as squares: blue for minus, orange for plus, larger where it is stronger; numbers under the pointer. Rows
// have their names and columns their numbers where there is room for them.

import { unpack } from "./data.js";
import { colour, onThemeChange } from "./theme.js";
import { element } from "./words.js";

const FONT = "11px system-ui, sans-serif";

export function matrix({ names, values }) {
  const place = document.getElementById("matrix");
  if (!place || !names.length) return;
  const numbers = unpack(values), n = names.length;
  const canvas = element("canvas", { tabindex: "0", role: "img", "aria-label": `Correlations of ${n} base parameters. The strongest are in the table beside it.` });
  const output = place.closest("figure").querySelector(".values");
  place.append(canvas);
  let at = [0, 0];

  let gutter = { left: 0, top: 0 };

  function draw() {
    const wide = Math.max(place.clientWidth, 120), ratio = Math.min(devicePixelRatio, 2);
    const ctx = canvas.getContext("2d");
    ctx.font = FONT;
    const longest = Math.max(...names.map((name, i) => ctx.measureText(`${name}  ${i + 1}`).width)) + 8;
    const named = (wide - longest) / n >= 14;
    gutter = named ? { left: longest, top: 18 } : { left: 0, top: 0 };
    const step = (wide - gutter.left) / n, high = gutter.top + step * n;
    Object.assign(canvas, { width: wide * ratio, height: high * ratio });
    Object.assign(canvas.style, { width: `${wide}px`, height: `${high}px` });
    ctx.scale(ratio, ratio);
    if (named) label(ctx, step);
    ctx.translate(gutter.left, gutter.top);
    const plus = colour("plus"), minus = colour("minus");
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) {
      const value = numbers[i * n + j], edge = Math.sqrt(Math.abs(value)) * step;
      ctx.globalAlpha = 0.25 + 0.75 * Math.abs(value);
      ctx.fillStyle = value > 0 ? plus : minus;
      ctx.fillRect((j + 0.5) * step - edge / 2, (i + 0.5) * step - edge / 2, edge, edge);
      // minus also without colour: a stroke through the square
      if (value < -0.3 && step > 6) { ctx.globalAlpha = 1; ctx.fillStyle = colour("paper"); ctx.fillRect((j + 0.5) * step - edge / 3, (i + 0.5) * step - 0.5, (2 * edge) / 3, 1); }
    }
    ctx.globalAlpha = 1;
  }

  function label(ctx, step) {
    Object.assign(ctx, { font: FONT, fillStyle: colour("soft"), textBaseline: "middle" });
    names.forEach((name, i) => {
      ctx.textAlign = "right";
      ctx.fillText(`${name}  ${i + 1}`, gutter.left - 6, gutter.top + (i + 0.5) * step);
      ctx.textAlign = "center";
      ctx.fillText(i + 1, gutter.left + (i + 0.5) * step, gutter.top / 2);
    });
  }

  function tell() {
    const [i, j] = at;
    output.textContent = `${names[i]} and ${names[j]}: ${numbers[i * n + j].toFixed(2)}`;
  }

  canvas.addEventListener("pointermove", (event) => {
    const { left, top, width } = canvas.getBoundingClientRect(), step = (width - gutter.left) / n;
    at = [event.clientY - top - gutter.top, event.clientX - left - gutter.left].map((x) => Math.min(Math.max(Math.floor(x / step), 0), n - 1));
    tell();
  });
  const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  canvas.addEventListener("keydown", (event) => {
    const move = moves[event.key];
    if (!move) return;
    at = at.map((x, k) => Math.min(Math.max(x + move[k], 0), n - 1));
    tell();
    event.preventDefault();
  });
  new ResizeObserver(draw).observe(place);
  onThemeChange(draw);
}
