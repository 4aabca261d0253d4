/**
 * SHA-256, by the browser where it has it. It has none on pages that came over plain HTTP from
 * another machine, as in a club's own network; there a library does it.
 */

async function plain() {
  return import("@noble/hashes/sha2.js");
}

export async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  if (globalThis.crypto?.subtle) {
    return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as BufferSource));
  }
  return (await plain()).sha256(bytes);
}

const BLOCK = 64;

/** As FIPS 198-1 has it, for keys of at most one block. */
export async function hmac(key: Uint8Array, message: Uint8Array): Promise<Uint8Array> {
  const padded = new Uint8Array(BLOCK);
  padded.set(key);
  const inner = await sha256(joined(padded.map((byte) => byte ^ 0x36), message));
  return sha256(joined(padded.map((byte) => byte ^ 0x5c), inner));
}

export function joined(...parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function text(characters: string): Uint8Array {
  return new TextEncoder().encode(characters);
}

/** The big end first. */
export function number(value: number, bytes: number): Uint8Array {
  const all = new Uint8Array(bytes);
  for (let at = bytes - 1, left = value; at >= 0; at--, left = Math.floor(left / 256)) {
    all[at] = left % 256;
  }
  return all;
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function fromHex(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
