import { mount } from "svelte";
import App from "./App.svelte";
import { house } from "./state/house.svelte";
import { takeKeyFromAddress } from "./state/key";
import { notices } from "./state/notices.svelte";
import { renew } from "./state/renewal";
import { prepareSound } from "./state/signals";
import { speakAsSet, t } from "./words/words.svelte";
import "./look.css";

takeKeyFromAddress();
house.connection.connect();
prepareSound();
for (const change of ["online", "offline"]) addEventListener(change, () => house.connection.hurry());
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) house.connection.hurry();
});

addEventListener("vite:preloadError", () => {
  if (!renew(() => house.link === "open")) notices.show(t("partMissing"), "house");
});

await speakAsSet();
mount(App, { target: document.getElementById("page")! });

if ("serviceWorker" in navigator && import.meta.env.PROD) {
  void navigator.serviceWorker.register("/sw.js", { scope: "/" });
}
