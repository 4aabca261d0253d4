// Plays a seat from within the page, so that no question from outside takes time from its frames.

/** In the page: clicks whatever is to be clicked, until the round is over or enough turns are played. */
export function autoplay({ game, turns }) {
  const LOOK_MS = 250;
  const AFTER_MS = 900;
  const all = (where) => [...document.querySelectorAll(where)];
  const first = (...places) => {
    for (const place of places) {
      const found = all(place).find((node) => !node.disabled);
      if (found) return found;
    }
    return null;
  };
  const named = (where, name) => all(where).find((node) => !node.disabled && name.test(node.textContent));

  /** Bids where it can, takes the first pile of the talon, lays down the first cards it may. */
  function tricks() {
    // A bid is marked by one tap, and said by the next.
    const marked = first("section.choice .sure button.main");
    const bid = marked ?? named("section.choice .options button", /^\s*(One|Two|Three)\b/);
    const over = document.querySelector("section.result") !== null;
    const answer = first(
      "section.choice .options button.main",
      ...(over ? [] : ["section.choice .options button"]),
      "section.announce button.main",
      "section.talon .row button.main",
    );
    if (bid ?? answer) return bid ?? answer;
    const choosing = document.querySelector("section.talon .row") !== null;
    const pile = choosing ? null : first("section.talon .piles button[aria-pressed=false]");
    return pile ?? first(`.fan button[aria-label*=playable]${choosing ? "[aria-pressed=false]" : ""}`);
  }

  /** Sorts before it draws, now by runs, now by sets; puts the last tile. */
  let sorts = 0;
  let sorted = false;
  function tiles() {
    const stack = all("button.stack.active").find((node) => /^Stack: /.test(node.querySelector(".label").textContent));
    const put = named(".bar button", /^\s*Put/);
    const waits = all(".bar button").some((node) => /^\s*Put/.test(node.textContent));
    if (!stack && !put && !waits) sorted = false;
    if (stack && !sorted) {
      sorted = true;
      return named(".bar button", sorts++ % 2 ? /by sets/ : /by runs/);
    }
    if (stack || put) return stack ?? put;
    return waits ? all(".rack button:not([aria-label*=empty])").at(-1) : null;
  }

  /** Plays what fits the pile, else draws. */
  function mao() {
    const admit = named("button", /^\s*I admit it/);
    if (admit || document.querySelector(".own.mine") === null) return admit;
    const parts = (name) => name.toLowerCase().match(/(\w+) of (\w+)/)?.slice(1) ?? [];
    const top = parts(document.querySelector(".pile .unseen")?.textContent ?? "");
    const fits = all(".fan button").find((card) => parts(card.getAttribute("aria-label")).some((part) => top.includes(part)));
    return fits ?? first("button.deck");
  }

  const next = { doppelkopf: tricks, tarock: tricks, tiles, mao }[game];
  const ended = "section.result, section.finale, .over button";
  let left = turns;
  window.playing_ = true;
  const turn = () => {
    if (left <= 0 || document.querySelector(ended)) {
      window.playing_ = false;
      return;
    }
    const target = next();
    target?.click();
    if (target) left -= 1;
    setTimeout(turn, target ? AFTER_MS : LOOK_MS);
  };
  turn();
}
