import { randomUUID, webcrypto } from "node:crypto";
import type { BrowserContext } from "playwright/test";
import { type Hex, hexToBytes } from "viem";
import { z } from "zod";
import type { InjectedWallet } from "./injected-wallet";

const ORIGIN = "https://keys.coinbase.com";
const CURVE = { name: "ECDH", namedCurve: "P-256" } as const;
const CIPHER = { name: "AES-GCM", length: 256 } as const;

const bytes = z.array(z.number()).transform((values) => Uint8Array.from(values));
const message = z.object({
  id: z.string(),
  /** The page's public key of this connection. */
  sender: z.string(),
  content: z.union([
    z.object({ handshake: z.object({ method: z.string() }) }),
    z.object({ encrypted: z.object({ iv: bytes, cipherText: bytes }) }),
  ]),
});
const sealedCall = z.object({ action: z.unknown() });

type Sealed = { iv: number[]; cipherText: number[] };
type Letter = { id: string; requestId: string; sender: string; encrypted: Sealed };

/**
 * The page of Coinbase Wallet that its library opens in a window: it identifies the requesting
 * page, agrees on a key with it (ECDH on P-256) and exchanges calls encrypted with that key
 * (AES-GCM). The wallet's keys are in this process; the window only carries messages.
 */
export class CoinbasePopup {
  #keys: CryptoKeyPair | null = null;
  #onIgnored: (() => void) | null = null;

  constructor(
    private readonly wallet: InjectedWallet,
    /** The wallet's chains and their RPC URLs. */
    private readonly chains: Record<number, string>,
  ) {}

  /** The user ignores the next message. @returns a promise of its arrival */
  ignoreNext(): { arrived: Promise<void> } {
    const arrived = new Promise<void>((resolve) => {
      this.#onIgnored = resolve;
    });
    return { arrived };
  }

  /** Serves the wallet's page at the URL that the library opens. */
  async serve(context: BrowserContext): Promise<void> {
    await context.exposeFunction("coinbaseLetter", (letter: unknown) => this.#answer(letter));
    await context.addInitScript(carryLetters, ORIGIN);
    await context.route(`${ORIGIN}/connect*`, (route) =>
      route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Wallet</title>" }),
    );
  }

  async #answer(letter: unknown): Promise<Letter | null> {
    if (this.#onIgnored !== null) {
      this.#onIgnored();
      this.#onIgnored = null;
      return null;
    }
    const { id, sender, content } = message.parse(letter);
    this.#keys ??= await webcrypto.subtle.generateKey(CURVE, true, ["deriveKey"]);
    const secret = await sharedSecret(this.#keys, sender);
    const call = "handshake" in content ? content.handshake : await open(content.encrypted, secret);
    const answer = await this.wallet.answer(
      "handshake" in content ? { method: content.handshake.method } : call,
    );
    const result = "result" in answer ? { value: answer.result } : { error: answer };
    const encrypted = await seal({ result, data: { chains: this.chains } }, secret);
    const own = await webcrypto.subtle.exportKey("spki", this.#keys.publicKey);
    return { id: randomUUID(), requestId: id, sender: Buffer.from(own).toString("hex"), encrypted };
  }
}

async function sharedSecret(keys: CryptoKeyPair, sender: string): Promise<CryptoKey> {
  const { subtle } = webcrypto;
  const spki = Buffer.from(hexToBytes(asHex(sender)));
  const peer = await subtle.importKey("spki", spki, CURVE, true, []);
  const uses: KeyUsage[] = ["encrypt", "decrypt"];
  return subtle.deriveKey({ name: "ECDH", public: peer }, keys.privateKey, CIPHER, false, uses);
}

async function open(
  { iv, cipherText }: { iv: Uint8Array<ArrayBuffer>; cipherText: Uint8Array<ArrayBuffer> },
  secret: CryptoKey,
): Promise<unknown> {
  const plain = await webcrypto.subtle.decrypt({ name: "AES-GCM", iv }, secret, cipherText);
  return sealedCall.parse(JSON.parse(new TextDecoder().decode(plain))).action;
}

async function seal(content: unknown, secret: CryptoKey): Promise<Sealed> {
  const iv = webcrypto.getRandomValues(new Uint8Array(12));
  const plain = new TextEncoder().encode(JSON.stringify(content));
  const cipherText = await webcrypto.subtle.encrypt({ name: "AES-GCM", iv }, secret, plain);
  return { iv: [...iv], cipherText: [...new Uint8Array(cipherText)] };
}

function asHex(text: string): Hex {
  return `0x${text}`;
}

/** Runs in every window of the browser, with an effect in the wallet's only. */
function carryLetters(origin: string): void {
  if (window.location.origin !== origin) return;
  const post = (letter: object) => window.opener.postMessage(letter, "*");
  window.addEventListener("message", async ({ data }) => {
    if (data.event === "selectSignerType") return post({ requestId: data.id, data: "scw" });
    if (data.content === undefined) return;
    const { encrypted } = data.content;
    const content =
      encrypted === undefined
        ? data.content
        : {
            encrypted: {
              iv: [...encrypted.iv],
              cipherText: [...new Uint8Array(encrypted.cipherText)],
            },
          };
    const answer = await window.coinbaseLetter({ id: data.id, sender: data.sender, content });
    if (answer === null) return;
    const { iv, cipherText } = answer.encrypted;
    post({
      id: answer.id,
      requestId: answer.requestId,
      sender: answer.sender,
      content: {
        encrypted: {
          iv: Uint8Array.from(iv),
          cipherText: Uint8Array.from(cipherText).buffer,
        },
      },
      timestamp: new Date(),
    });
    window.close();
  });
  window.addEventListener("pagehide", () => post({ event: "PopupUnload" }));
  window.addEventListener("DOMContentLoaded", () =>
    post({ event: "PopupLoaded", id: crypto.randomUUID() }),
  );
}

declare global {
  interface Window {
    coinbaseLetter: (letter: unknown) => Promise<Letter | null>;
  }
}
