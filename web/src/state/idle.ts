/** For what nobody waits for yet. Browsers without idle time get a pause instead. */

const PAUSE_MS = 200;

export function whenIdle(doing: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(doing);
  else setTimeout(doing, PAUSE_MS);
}
