/** Where one is: `/`, `/t/INVITE`, `/j/TABLE`, `/w/TABLE` (to watch), `/m/MATCH` (replay), `/new`, `/ranking`, `/settings`, `/account`, `/admin`. */

export type Route =
  | { screen: "home" }
  | { screen: "new"; game: string | null }
  | { screen: "ranking"; game: string | null }
  | { screen: "settings" }
  | { screen: "account" }
  | { screen: "admin" }
  | { screen: "table"; invite: string }
  | { screen: "join"; table: string; watch: boolean }
  | { screen: "replay"; match: string };

export function routeOf(path: string): Route {
  const [first = "", second = ""] = path.split("/").filter(Boolean).map(decoded);
  if (first === "t" && second) return { screen: "table", invite: second };
  if ((first === "j" || first === "w") && second)
    return { screen: "join", table: second, watch: first === "w" };
  if (first === "m" && second) return { screen: "replay", match: second };
  if (first === "new") return { screen: "new", game: second || null };
  if (first === "ranking") return { screen: "ranking", game: second || null };
  if (first === "settings") return { screen: "settings" };
  if (first === "account") return { screen: "account" };
  if (first === "admin") return { screen: "admin" };
  return { screen: "home" };
}

/** An address that somebody has cut short leads nowhere, but does not stop the page. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Router {
  path = $state(location.pathname);
  /** One has gone from one screen to another. */
  moved = false;
  route = $derived(routeOf(this.path));

  constructor() {
    addEventListener("popstate", () => {
      this.moved = true;
      this.path = location.pathname;
    });
  }

  go(path: string, replace = false): void {
    if (path === this.path) return;
    history[replace ? "replaceState" : "pushState"](null, "", path);
    this.moved = true;
    this.path = path;
    scrollTo(0, 0);
  }
}

export const router = new Router();

/**
 * For the heading of a screen: whoever came there inside the page goes on from it, with the keyboard
 * and in a screen reader. After a load the browser does that itself.
 */
export function arriving(heading: HTMLElement): void {
  if (!router.moved) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** For links inside the page: the browser's own ways (new tab, copy) stay. */
export function inside(event: MouseEvent): void {
  const link = (event.currentTarget as HTMLElement).closest("a");
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  router.go(link.pathname);
}
