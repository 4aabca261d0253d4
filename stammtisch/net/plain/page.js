"use strict";

const state = document.getElementById("state");
const list = document.getElementById("list");
const PHASES = { open: "open", playing: "playing", over: "over" };
let shown = "";

function element(tag, text, className) {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

function seatText(seat) {
  if (seat.name === null) return "free";
  return seat.name + (seat.away ? " (away)" : "");
}

function card(table) {
  const item = document.createElement("li");
  const title = element("h3", `${table.game} ${table.number}`);
  title.append(element("span", PHASES[table.phase] ?? table.phase, `phase ${table.phase}`));
  item.append(title, element("div", table.seats.map(seatText).join(" · "), "seats"));
  return item;
}

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch("/api/tables");
    if (!answer.ok) throw new Error(String(answer.status));
    const text = await answer.text();
    if (text !== shown) {
      const tables = JSON.parse(text);
      shown = text;
      list.replaceChildren(...tables.map(card));
      state.textContent = tables.length
        ? `${tables.length} public ${tables.length === 1 ? "table" : "tables"}.`
        : "No public table yet. Whoever connects can open one.";
    }
  } catch {
    shown = "";
    state.textContent = "The server does not answer; trying again …";
  }
}

look();
setInterval(look, 3000);
document.addEventListener("visibilitychange", look);
