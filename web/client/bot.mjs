// A bot that opens a table and plays a match by chance: node bot.mjs http://127.0.0.1:8400 tiles
import { Client } from "./dist/stammtisch-client.js";

const [address = "http://127.0.0.1:8400", game = "tiles"] = process.argv.slice(2);
const client = await Client.connect(address, { name: "chance" });
const { usual_profile: profile } = client.welcome.games.find((one) => one.name === game);
const table = await client.open({ game, profile, bots: "easy", fill_after: 0 });
await table.ready();
for await (const { legal } of table.turns()) {
  const { action } = legal[Math.floor(Math.random() * legal.length)];
  await table.act(action).catch((refusal) => console.log(refusal.message));
}
console.log(table.known.scoreboard.at(-1));
client.close();
