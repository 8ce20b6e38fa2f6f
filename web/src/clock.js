// The time that the robot and all plots share.

export class Clock {
  constructor() {
    this.time = 0;
    this.end = 0;
    this.playing = false;
    this.listeners = [];
  }

  listen(listener) {
    this.listeners.push(listener);
  }

  set(time) {
    this.time = Math.min(Math.max(time, 0), this.end);
    for (const listener of this.listeners) listener(this.time);
  }

  reset(end) {
    this.end = end;
    this.set(0);
  }

  play(playing) {
    if (playing === this.playing) return;
    this.playing = playing;
    if (!playing) return;
    if (this.time >= this.end) this.time = 0;
    let last = performance.now();
    const step = (now) => {
      if (!this.playing) return;
      this.set(this.time + (now - last) / 1000);
      last = now;
      if (this.time >= this.end) this.stop();
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  stop() {
    this.playing = false;
    this.set(this.time);
  }
}
