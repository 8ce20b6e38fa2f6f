// The bar below the robot: play, the time, and which run is shown.

import { element } from "./words.js";

export function player(data, clock, choose) {
  const bar = document.getElementById("player");
  if (!data.runs.length) return;
  const button = bar.querySelector("button");
  const slider = bar.querySelector("input");
  const output = bar.querySelector("output");
  const select = bar.querySelector("select");
  data.runs.forEach((run, k) => select.append(element("option", { value: k }, run.label)));
  select.hidden = data.runs.length < 2;
  select.addEventListener("change", () => choose(Number(select.value)));
  slider.addEventListener("input", () => clock.set((slider.value / 1000) * clock.end));
  button.addEventListener("click", () => {
    clock.play(!clock.playing);
    show();
  });
  function show() {
    button.textContent = clock.playing ? "Pause" : "Play";
    slider.value = clock.end ? (1000 * clock.time) / clock.end : 0;
    output.textContent = `${clock.time.toFixed(2)} of ${clock.end.toFixed(2)} s`;
    slider.setAttribute("aria-valuetext", output.textContent);
  }
  clock.listen(show);
  bar.hidden = false;
}
