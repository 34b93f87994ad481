import type { WebhookEvent } from "./wire";

/** The signature of an event is missing, wrong or too old. Reject the request. */
export class WebhookSignatureError extends Error {
  override readonly name = "WebhookSignatureError";
}

const TOLERANCE_SECONDS = 300;
const PREFIX = "whsec_";

/**
 * Verifies an event that your endpoint received, as Standard Webhooks describes, and returns it. Works
 * in Node.js and in every runtime with Web Crypto.
 * @param request.secret `secret` of `createWebhook` or `rotateWebhookSecret`
 * @param request.headers headers of the request, in any letter case
 * @param request.body the body as it arrived; parsed and written again, it has another signature
 * @throws WebhookSignatureError
 */
export async function verifyWebhook(request: {
  secret: string;
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}): Promise<WebhookEvent> {
  const { secret, headers, body } = request;
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const age = Math.abs(Date.now() / 1_000 - Number(timestamp));
  if (!/^\d{1,12}$/.test(timestamp) || age > TOLERANCE_SECONDS) {
    throw new WebhookSignatureError("The timestamp of the event is missing or too old");
  }
  const key = await crypto.subtle.importKey(
    "raw",
    decode(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["verify"],
  );
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  // Two while a replaced secret is still valid.
  for (const one of headerOf(headers, "webhook-signature").split(" ")) {
    const [version, signature = ""] = one.split(",");
    if (version !== "v1") continue;
    if (!(await crypto.subtle.verify("HMAC", key, decode(signature), signed))) continue;
    // The service wrote what it signed.
    const event: WebhookEvent = JSON.parse(body);
    return event;
  }
  throw new WebhookSignatureError("The event is not signed with this secret");
}

function headerOf(
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>,
  name: string,
): string {
  if (headers instanceof Headers) return headers.get(name) ?? "";
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === "string" ? found : "";
}

function decode(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    throw new WebhookSignatureError("The secret or the signature is not base64");
  }
}
