/**
 * A part of the page is not there any more, because the server has a newer one, or the network failed
 * just then: the page is loaded anew as soon as the server answers. One's seat and drafts are kept.
 */

/** So soon after the last time it would not help. */
const ONCE_IN_MS = 30_000;
const KEY = "stammtisch.renewed";

let wanted = false;

/** Something could not be loaded. False: loading the page anew has just been tried. */
export function renew(
  there: () => boolean,
  reload: () => void = () => location.reload(),
  now = Date.now(),
): boolean {
  if (now - Number(sessionStorage.getItem(KEY) ?? 0) < ONCE_IN_MS) return false;
  wanted = true;
  if (there()) renewNow(reload, now);
  return true;
}

/** The server is there again. */
export function renewNow(reload: () => void = () => location.reload(), now = Date.now()): void {
  if (!wanted) return;
  wanted = false;
  sessionStorage.setItem(KEY, String(now));
  reload();
}
