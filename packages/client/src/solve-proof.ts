import type { ProofChallenge } from "./wire";

/** Attempts of the hardest challenge. */
const ATTEMPTS_MAX = 2_000;
/** So that pages and aborts get their turn. */
const REPORT_EVERY = 20;

export type ProofProgress = (done: number) => void;

/**
 * Solves a challenge of `getLaunchChallenge`, in about two seconds of a laptop.
 * @param options.onProgress receives the part that is done, from 0 to 1
 * @returns the value of `proofOfWork` in the body of a launch
 * @throws Error in pages without HTTPS, where browsers offer no Web Crypto; the reason of `signal`
 */
export async function solveProof(
  challenge: ProofChallenge,
  options: { onProgress?: ProofProgress | undefined; signal?: AbortSignal | undefined } = {},
): Promise<string> {
  const { onProgress, signal } = options;
  if (globalThis.crypto?.subtle === undefined) {
    throw new Error("The proof of work needs HTTPS: open this page with https://");
  }
  const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters;
  const password = new Uint8Array([...hexToBytes(nonce), 0, 0, 0, 0]);
  const counterAt = new DataView(password.buffer, password.length - 4);
  const saltBytes = hexToBytes(salt);
  for (let counter = 0; ; counter += 1) {
    if (counter % REPORT_EVERY === 0) {
      signal?.throwIfAborted();
      onProgress?.(Math.min(1, counter / ATTEMPTS_MAX));
    }
    counterAt.setUint32(0, counter);
    const derivedKey = bytesToHex(await derive(password, saltBytes, cost, keyLength));
    if (derivedKey.startsWith(keyPrefix)) {
      onProgress?.(1);
      return btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }));
    }
  }
}

async function derive(
  password: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
  keyLength: number,
): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey("raw", password, "PBKDF2", false, ["deriveBits"]);
  const rule = { name: "PBKDF2", hash: "SHA-256", salt, iterations };
  return new Uint8Array(await crypto.subtle.deriveBits(rule, key, keyLength * 8));
}

function hexToBytes(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function bytesToHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
