import { mount } from "svelte";
import App from "./App.svelte";
import { server } from "./state/server.svelte";
import { takeKeyFromAddress } from "./accounts/accessCode";
import { notices } from "./state/notices.svelte";
import { renew } from "./state/reload";
import { prepareSound } from "./tables/turnSignals";
import { speakAsSet, t } from "./i18n/texts.svelte";
import "./look.css";

takeKeyFromAddress();
server.connection.connect();
prepareSound();
for (const change of ["online", "offline"]) addEventListener(change, () => server.connection.hurry());
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) server.connection.hurry();
});

addEventListener("vite:preloadError", () => {
  if (!renew(() => server.link === "open")) notices.show(t("partMissing"), "house");
});

await speakAsSet();
mount(App, { target: document.getElementById("page")! });

if ("serviceWorker" in navigator && import.meta.env.PROD) {
  void navigator.serviceWorker.register("/sw.js", { scope: "/" });
}
