/** "It is your turn", for ears and hands; and a screen that stays awake while one plays. */

import { settings } from "../settings/settings.svelte";

/** Two soft notes, a fourth apart: hertz, and when they begin, in seconds. */
const NOTES = [
  [523, 0],
  [698, 0.12],
] as const;
const LOUDNESS = 0.08;
const BUZZ_MS = 80;

let audio: AudioContext | null = null;

/** Browsers let a page sound only after somebody has touched it. */
export function prepareSound(): void {
  const prepare = () => {
    audio ??= new AudioContext();
    void audio.resume();
  };
  addEventListener("pointerdown", prepare, { once: true });
  addEventListener("keydown", prepare, { once: true });
}

export function signalTurn(): void {
  if (settings.wishes.sound && audio?.state === "running") sound(audio);
  if (settings.wishes.vibration) navigator.vibrate?.(BUZZ_MS);
}

function sound(context: AudioContext): void {
  for (const [pitch, begin] of NOTES) {
    const start = context.currentTime + begin;
    const tone = context.createOscillator();
    const loudness = context.createGain();
    tone.type = "sine";
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0, start);
    loudness.gain.linearRampToValueAtTime(LOUDNESS, start + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.0001, start + 0.35);
    tone.connect(loudness).connect(context.destination);
    tone.start(start);
    tone.stop(start + 0.4);
  }
}

/** Keeps the screen on until the returned function is called; a hidden page loses the lock. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let over = false;
  const take = async () => {
    if (document.hidden || over || !("wakeLock" in navigator)) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      if (over) await lock.release();
    } catch {
      // A low battery, or a browser that will not: the screen may go dark.
    }
  };
  void take();
  document.addEventListener("visibilitychange", take);
  return () => {
    over = true;
    document.removeEventListener("visibilitychange", take);
    void lock?.release();
  };
}
