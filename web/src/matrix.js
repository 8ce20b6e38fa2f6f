// A matrix as squares: blue for minus, orange for plus, larger where it is stronger; numbers under the pointer.

import { unpack } from "./data.js";
import { colour, onThemeChange } from "./theme.js";
import { element } from "./words.js";

export function matrix({ names, values }) {
  const place = document.getElementById("matrix");
  if (!place || !names.length) return;
  const numbers = unpack(values), n = names.length;
  const canvas = element("canvas", { tabindex: "0", role: "img", "aria-label": `Correlations of ${n} base parameters. The strongest are in the table beside it.` });
  const output = place.closest("figure").querySelector(".values");
  place.append(canvas);
  let at = [0, 0];

  function draw() {
    const side = Math.max(place.clientWidth, 120), ratio = Math.min(devicePixelRatio, 2);
    canvas.width = canvas.height = side * ratio;
    canvas.style.width = canvas.style.height = `${side}px`;
    const ctx = canvas.getContext("2d"), step = canvas.width / n;
    const plus = colour("plus"), minus = colour("minus");
    ctx.clearRect(0, 0, canvas.width, canvas.height);
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) {
      const value = numbers[i * n + j], edge = Math.sqrt(Math.abs(value)) * step;
      ctx.globalAlpha = 0.25 + 0.75 * Math.abs(value);
      ctx.fillStyle = value > 0 ? plus : minus;
      ctx.fillRect((j + 0.5) * step - edge / 2, (i + 0.5) * step - edge / 2, edge, edge);
      // minus also without colour: a stroke through the square
      if (value < -0.3 && step > 6) { ctx.globalAlpha = 1; ctx.fillStyle = colour("paper"); ctx.fillRect((j + 0.5) * step - edge / 3, (i + 0.5) * step - ratio / 2, (2 * edge) / 3, ratio); }
    }
    ctx.globalAlpha = 1;
  }

  function tell() {
    const [i, j] = at;
    output.textContent = `${names[i]} and ${names[j]}: ${numbers[i * n + j].toFixed(2)}`;
  }

  canvas.addEventListener("pointermove", (event) => {
    const { left, top, width } = canvas.getBoundingClientRect();
    at = [event.clientY - top, event.clientX - left].map((x) => Math.min(Math.max(Math.floor((x / width) * n), 0), n - 1));
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
