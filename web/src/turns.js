// When charts are drawn: one at a time while the browser is idle, those near what is seen first. Scrolling itself draws
// nothing, and a page that was read for a moment has all of its charts; of very many, those that are far away are
// given up again, since a phone has no room for their pixels.

const idle = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, 16));
const PATIENCE = 200;
const MOST = 80;

export class Turns {
  constructor(draw, drop) {
    this.draw = draw;
    this.drop = drop;
    this.near = new Set();
    this.watcher = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) this.near[isIntersecting ? "add" : "delete"](target);
      this.ask();
    }, { rootMargin: "100%" });
  }

  /** Draw these places in turn, and no others. */
  start(places) {
    this.watcher.disconnect();
    this.near.clear();
    this.waiting = new Set(places);
    this.drawn = new Set();
    for (const place of places) this.watcher.observe(place);
    this.ask();
  }

  /** Draw all that wait, at once: a printer does not wait. */
  finish() {
    for (const place of this.waiting) this.take(place);
    this.ask();
  }

  ask() {
    const some = this.next() !== undefined;
    document.documentElement.toggleAttribute("data-drawn", !some);
    if (this.asked || !some) return;
    this.asked = true;
    idle(() => {
      this.asked = false;
      this.take(this.next());
      this.release();
      this.ask();
    }, { timeout: PATIENCE });
  }

  next() {
    const open = [...this.waiting].filter((place) => !place.closest("[hidden]"));
    return open.find((place) => this.near.has(place)) ?? (this.drawn.size < MOST ? open[0] : undefined);
  }

  take(place) {
    if (!place) return;
    this.waiting.delete(place);
    this.drawn.add(place);
    this.draw(place);
  }

  release() {
    const far = this.drawn.size > MOST ? [...this.drawn].find((place) => !this.near.has(place)) : undefined;
    if (!far) return;
    this.drawn.delete(far);
    this.waiting.add(far);
    this.drop(far);
  }
}
