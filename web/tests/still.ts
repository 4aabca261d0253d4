/** Nothing moves in tests of what is shown. */

import { vi } from "vitest";
import { settings } from "../src/settings/settings.svelte";

export function keepStill(): void {
  // jsdom has none of these.
  Element.prototype.animate ??= vi.fn();
  globalThis.matchMedia ??= (() => ({ matches: true })) as unknown as typeof matchMedia;
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  settings.set("motion", false);
}
