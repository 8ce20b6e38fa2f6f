// The robot's section: the picture, what its colours say, the list of links, and what is shown.

import { modesOf } from "./modes.js";
import { onThemeChange } from "./theme.js";
import { View } from "./view.js";
import { element } from "./words.js";

export class Stage {
  constructor(data, picked) {
    this.data = data;
    this.picked = picked;
    this.selected = null;
    this.modes = modesOf(data);
    this.mode = Object.keys(this.modes)[0];
    this.symbol = "";
    this.list = document.getElementById("links");
    this.makeList();
    try {
      this.view = new View(document.getElementById("robot-canvas"), data);
      this.bindPicture();
    } catch (error) {
      document.getElementById("picture").classList.add("absent");
      const words = "This browser does not draw in 3D (WebGL is off). Everything else is below.";
      document.getElementById("picture").replaceChildren(element("p", {}, words));
    }
    this.bindControls();
    onThemeChange(() => this.paint());
    this.paint();
  }

  makeList() {
    this.buttons = this.data.links.map((link, k) => {
      const button = element("button", { type: "button", "aria-pressed": "false", "data-link": k },
        element("span", { class: "swatch", "aria-hidden": "true" }), element("span", { class: "name" }, link.name), element("span", { class: "what" }));
      button.addEventListener("click", () => this.select(this.selected === k ? null : k));
      this.list.append(element("li", {}, button));
      return button;
    });
  }

  bindPicture() {
    const { canvas } = this.view;
    const tip = document.getElementById("tip");
    let start = null;
    canvas.addEventListener("pointerdown", (event) => { start = [event.clientX, event.clientY]; });
    canvas.addEventListener("pointerup", (event) => {
      if (!start || Math.hypot(event.clientX - start[0], event.clientY - start[1]) > 5) return;
      this.select(this.view.under(event));
    });
    canvas.addEventListener("pointermove", (event) => {
      const k = event.buttons ? null : this.view.under(event);
      tip.hidden = k === null;
      canvas.classList.toggle("over", k !== null);
      if (k === null) return;
      const { text } = this.modes[this.mode].of(this.data.links[k], this.symbol);
      tip.textContent = this.data.links[k].name + (text ? `: ${text}` : "");
      const { left, top } = canvas.getBoundingClientRect();
      tip.style.left = `${event.clientX - left + 14}px`;
      tip.style.top = `${event.clientY - top + 10}px`;
    });
    canvas.addEventListener("pointerleave", () => { tip.hidden = true; });
  }

  bindControls() {
    for (const input of document.querySelectorAll("input[name=mode]")) {
      input.addEventListener("change", () => { this.mode = input.value; this.paint(); });
    }
    const select = document.getElementById("symbol");
    for (const { symbol } of select ? this.data.links[0]?.parameters ?? [] : []) select.append(element("option", { value: symbol }, symbol));
    select?.addEventListener("change", () => { this.symbol = select.value; this.paint(); });
    for (const input of document.querySelectorAll("input[data-layer]")) {
      const apply = () => {
        if (!this.view) return;
        this.view.show(input.dataset.layer, input.checked);
        this.view.clear = ["file", "estimate"].some((layer) => document.querySelector(`input[data-layer=${layer}]`)?.checked);
        this.paint();
      };
      input.addEventListener("change", apply);
      apply();
    }
    document.getElementById("whole").addEventListener("click", () => { this.view?.frame(); this.view?.draw(); });
  }

  select(k) {
    this.selected = k;
    if (this.view) this.view.selected = k;
    for (const input of document.querySelectorAll("input[data-layer]")) this.view?.show(input.dataset.layer, input.checked);
    this.paint();
    this.picked(k);
  }

  paint() {
    const mode = this.modes[this.mode];
    const seen = this.data.links.map((link) => mode.of(link, this.symbol));
    this.buttons.forEach((button, k) => {
      button.setAttribute("aria-pressed", String(this.selected === k));
      button.querySelector(".swatch").style.background = seen[k].colour;
      button.querySelector(".what").textContent = `${seen[k].sign ?? ""} ${seen[k].text}`.trim();
    });
    document.getElementById("about").textContent = this.data.modes.length ? `The colour is ${mode.about(this.symbol)}.` : "";
    document.getElementById("legend").replaceChildren(...mode.legend().map(({ colour, text }) => {
      const swatch = element("span", { class: "swatch" });
      swatch.style.background = colour;
      return element("li", {}, swatch, text);
    }));
    this.view?.paint(seen.map((each) => each.colour));
  }
}
