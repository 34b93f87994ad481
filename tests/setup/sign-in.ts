import type { Address, Hex } from "viem";
import { createSiweMessage } from "viem/siwe";
import type { Browser } from "./create-browser";

/** Something that signs messages as wallets do. */
export type Signer = {
  address: Address;
  signMessage(parameters: { message: string }): Promise<Hex>;
};

/** Signs in with a wallet, as the account page does. Answers where next-auth leads. */
export async function signInWithWallet(
  browser: Browser,
  origin: string,
  signer: Signer,
  changes: Partial<Parameters<typeof createSiweMessage>[0]> & { provider?: string } = {},
): Promise<{ status: number; url: string }> {
  const { provider = "wallet", ...fields } = changes;
  const csrfToken = await browser.csrfToken();
  const message = createSiweMessage({
    address: signer.address,
    chainId: 84_532,
    domain: new URL(origin).host,
    nonce: csrfToken,
    uri: origin,
    version: "1",
    issuedAt: new Date(),
    ...fields,
  });
  const signature = await signer.signMessage({ message });
  return sendSigned(browser, { message, signature, csrfToken, provider });
}

/** Sends a signed message to the callback of its provider. */
export async function sendSigned(
  browser: Browser,
  {
    provider,
    ...form
  }: { message: string; signature: string; csrfToken: string; provider: string },
): Promise<{ status: number; url: string }> {
  const response = await browser.request(`/api/auth/callback/${provider}`, {
    form: { ...form, json: "true" },
  });
  const answer: unknown = await response.json();
  const url = typeof answer === "object" && answer && "url" in answer ? String(answer.url) : "";
  return { status: response.status, url };
}

/** Asks for a mail with a sign-in link. */
export async function askForLink(browser: Browser, email: string): Promise<Response> {
  const csrfToken = await browser.csrfToken();
  return browser.request("/api/auth/signin/email", { form: { email, csrfToken, json: "true" } });
}

/** The first link in a mail, without its origin. */
export function linkIn(text: string): string {
  const [link] = /https?:\/\/\S+/.exec(text) ?? [];
  if (link === undefined) throw new Error(`no link in: ${text}`);
  const { pathname, search } = new URL(link);
  return `${pathname}${search}`;
}
