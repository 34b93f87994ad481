import type { Address, Hex } from "viem";
import { createSiweMessage } from "viem/siwe";
import type { Browser } from "../create-browser";

/** A message signer like a wallet. */
export type Signer = {
  address: Address;
  signMessage(parameters: { message: string }): Promise<Hex>;
};

/** Signs in with a wallet like the account page. Returns the redirect of next-auth. */
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

/** Requests an email with a sign-in link. */
export async function askForLink(browser: Browser, email: string): Promise<Response> {
  const csrfToken = await browser.csrfToken();
  return browser.request("/api/auth/signin/email", { form: { email, csrfToken, json: "true" } });
}

/** Opens the link of an email and presses the button of its page. */
export async function pressLink(
  browser: Browser,
  link: string,
): Promise<{ status: number; url: string }> {
  const { searchParams } = new URL(link, "http://localhost");
  const fields = { email: searchParams.get("email") ?? "", token: searchParams.get("token") ?? "" };
  return proveEmail(browser, fields);
}

/** Enters the code of an email in the browser that requested it. */
export function typeCode(browser: Browser, code: string): Promise<{ status: number; url: string }> {
  return proveEmail(browser, { code });
}

async function proveEmail(browser: Browser, fields: Record<string, string>) {
  const csrfToken = await browser.csrfToken();
  const form = { ...fields, csrfToken, json: "true" };
  const response = await browser.request("/api/auth/callback/email", { form });
  const answer: unknown = await response.json();
  const url = typeof answer === "object" && answer && "url" in answer ? String(answer.url) : "";
  return { status: response.status, url };
}

/** The code in an email. */
export function codeIn(text: string): string {
  const [, code] = /^\s*(\d{6})\s*$/m.exec(text) ?? [];
  if (code === undefined) throw new Error(`no code in: ${text}`);
  return code;
}

/** The first link in an email, without its origin. */
export function linkIn(text: string): string {
  const [link] = /https?:\/\/\S+/.exec(text) ?? [];
  if (link === undefined) throw new Error(`no link in: ${text}`);
  const { pathname, search } = new URL(link);
  return `${pathname}${search}`;
}
