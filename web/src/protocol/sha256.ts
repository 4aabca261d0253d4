/**
 * SHA-256 of a text, in lower-case hexadecimal. Browsers give their own only to pages that came over
 * TLS (or from the same machine); for a house in the living room the short one here stands in.
 */

export async function sha256(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  if (globalThis.crypto?.subtle) {
    return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
  }
  return hex(digest(bytes));
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The first 32 bits of the fractions of roots of the first primes: FIPS 180-4, 4.2.2 and 5.3.3. */
function fractions(count: number, root: (prime: number) => number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number++) {
    let prime = true;
    for (let factor = 2; factor * factor <= number; factor++) prime &&= number % factor !== 0;
    if (prime) found.push(Math.floor((root(number) % 1) * 2 ** 32));
  }
  return found;
}

const ROUNDS = fractions(64, Math.cbrt);
const START = fractions(8, Math.sqrt);

const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** FIPS 180-4, 6.2. */
export function digest(message: Uint8Array): Uint8Array {
  const length = Math.ceil((message.length + 9) / 64) * 64;
  const padded = new DataView(new ArrayBuffer(length));
  message.forEach((byte, place) => padded.setUint8(place, byte));
  padded.setUint8(message.length, 0x80);
  padded.setBigUint64(length - 8, BigInt(message.length) * 8n);
  const state = new Uint32Array(START);
  const words = new Uint32Array(64);
  for (let block = 0; block < length; block += 64) {
    for (let t = 0; t < 16; t++) words[t] = padded.getUint32(block + t * 4);
    for (let t = 16; t < 64; t++) {
      const early = words[t - 15]!;
      const late = words[t - 2]!;
      const small0 = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const small1 = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words[t] = words[t - 16]! + small0 + words[t - 7]! + small1;
    }
    mix(state, words);
  }
  const result = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => result.setUint32(place * 4, word));
  return new Uint8Array(result.buffer);
}

function mix(state: Uint32Array, words: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    ...[number, number, number, number],
    ...[number, number, number, number],
  ];
  for (let t = 0; t < 64; t++) {
    const large1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + large1 + ((e & f) ^ (~e & g)) + ROUNDS[t]! + words[t]!) >>> 0;
    const large0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const second = (large0 + ((a & b) ^ (a & c) ^ (b & c))) >>> 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) >>> 0, c, b, a, (first + second) >>> 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => {
    state[place] = state[place]! + word;
  });
}
