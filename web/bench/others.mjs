// From a card's click to its event at the three other browsers, while other tables play.

import { Client } from "../client/dist/stammtisch-client.js";
import { ms, quantile } from "./figures.mjs";
import { guest, move } from "./playing.mjs";

/** A slow machine measures fewer cards. */
const MOST_MS = 180_000;

/** In the page: when cards are clicked, and when the news of cards comes, by one clock for all. */
function watchWire() {
  window.clicks_ = [];
  window.heard_ = [];
  const now = (stamp) => performance.timeOrigin + stamp;
  addEventListener("click", (event) => {
    if (event.target.closest(".fan")) window.clicks_.push(now(event.timeStamp));
  }, true);
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data, timeStamp }) => {
        const message = JSON.parse(data);
        for (const event of message.events ?? []) {
          if (event.type === "card_played") window.heard_.push([event.seat, now(timeStamp)]);
        }
      });
    }
  };
}

/** One who plays at once, and three bots who take their time. */
async function playElsewhere(url, name) {
  const client = await Client.connect(url, { name });
  const playing = async () => {
    const table = await client.open({ game: "tiles", profile: "classic", bots: "easy", fill_after: 0 });
    for (;;) {
      await table.ready();
      for await (const { legal } of table.turns()) {
        const { action } = legal[Math.floor(Math.random() * legal.length)];
        await table.act(action).catch(() => undefined);
      }
    }
  };
  playing().catch(() => undefined);
  return client;
}

export async function toTheOthers(browser, url, tables, cards) {
  const elsewhere = await Promise.all(
    Array.from({ length: tables }, (_, number) => playElsewhere(url, `elsewhere${number}`)),
  );
  const pages = [];
  for (const name of ["Ada", "Berta", "Carl", "Dora"]) {
    const context = await guest(browser, name, { width: 360, height: 740 });
    await context.addInitScript(watchWire);
    const page = await context.newPage();
    if (pages.length === 0) {
      await page.goto(url);
      await page.getByRole("button", { name: "Play with friends" }).click();
      await page.waitForURL(/\/t\//);
    } else await page.goto(pages[0].url());
    pages.push(page);
  }
  for (const page of pages) await page.getByRole("button", { name: "Ready", exact: true }).click();
  for (const page of pages) await page.locator(".fan button").nth(11).waitFor();
  const took = [];
  let played = 0;
  for (const began = Date.now(); played < cards && Date.now() - began < MOST_MS; ) {
    for (const [seat, page] of pages.entries()) {
      const target = await move(page);
      if (!target) continue;
      const heard = () => Promise.all(pages.map((one) => one.evaluate((of) => window.heard_.filter(([who]) => who === of), seat)));
      const before = (await heard()).map((list) => list.length);
      await page.mouse.click(target.x, target.y);
      if (!target.card) continue;
      const all = () => heard().then((lists) => lists.every((list, at) => list.length > before[at]));
      for (let tries = 0; tries < 100 && !(await all()); tries++) await page.waitForTimeout(20);
      const clicked = await page.evaluate(() => window.clicks_.at(-1));
      const lists = await heard();
      if (lists.some((list, at) => list.length <= before[at])) continue;
      played += 1;
      took.push(...lists.filter((_, at) => at !== seat).map((list) => list.at(-1)[1] - clicked));
    }
  }
  for (const page of pages) await page.context().close();
  for (const client of elsewhere) client.close();
  console.log(
    `click to event at three other browsers, ${tables} other tables, ${played} cards: ` +
      `median ${ms(quantile(took, 0.5))}, p99 ${ms(quantile(took, 0.99))}, worst ${ms(Math.max(...took))}`,
  );
}
