/**
 * What happens faster than people can look is shown at their pace: each scene is held for a while
 * before the next one is shown. The truth is never late for anybody who skips.
 */

/** When more scenes wait than that, each is held for a shorter time, so that nobody falls behind. */
const MOST_WAITING = 4;

export class Pacing<Scene> {
  /** Milliseconds for which a scene is held. */
  hold: (scene: Scene) => number = () => 0;
  #waiting: Scene[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly show: (scene: Scene) => void) {}

  add(scene: Scene): void {
    this.#waiting.push(scene);
    if (this.#timer === null) this.#next();
  }

  /** Show everything that waits, one after the other, without holding any of it. */
  skip(): void {
    this.#stop();
    for (const scene of this.#waiting.splice(0)) this.show(scene);
  }

  /** Forget what waits. */
  clear(): void {
    this.#stop();
    this.#waiting = [];
  }

  #next(): void {
    // A page that is not looked at gets no timers worth the name.
    for (let scene = this.#waiting.shift(); scene !== undefined; scene = this.#waiting.shift()) {
      this.show(scene);
      const hurry = Math.min(1, MOST_WAITING / (this.#waiting.length || 1));
      const wait = document.hidden ? 0 : this.hold(scene) * hurry;
      if (wait > 0) {
        this.#timer = setTimeout(() => {
          this.#timer = null;
          this.#next();
        }, wait);
        return;
      }
    }
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
