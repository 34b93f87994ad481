import type { WebhookEvent } from "./wire";

/** The signature of an event is missing, wrong or too old. Reject the request. */
export class WebhookSignatureError extends Error {
  override readonly name = "WebhookSignatureError";
}

/** `Headers` of any implementation. */
type HeaderList = { get(name: string): string | null };
/** The headers of a request, as the frameworks and runtimes have them. */
type WebhookHeaders = HeaderList | Readonly<Record<string, string | readonly string[] | undefined>>;

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
  headers: WebhookHeaders;
  body: string;
}): Promise<WebhookEvent> {
  const { secret, headers, body } = request;
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const signatures = headerOf(headers, "webhook-signature");
  if (id === "" || timestamp === "" || signatures === "") {
    throw new WebhookSignatureError(
      "The request lacks the header webhook-id, webhook-timestamp or webhook-signature",
    );
  }
  const age = Math.abs(Date.now() / 1_000 - Number(timestamp));
  if (!/^\d{1,12}$/.test(timestamp) || age > TOLERANCE_SECONDS) {
    throw new WebhookSignatureError("The timestamp of the event is invalid or too old");
  }
  const decodedSecret = decode(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (decodedSecret === null) throw new WebhookSignatureError("The secret is not base64");
  const key = await crypto.subtle.importKey(
    "raw",
    decodedSecret,
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["verify"],
  );
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  // Two while a replaced secret is still valid.
  for (const one of signatures.split(" ")) {
    const [version, signature = ""] = one.split(",");
    const decoded = version === "v1" ? decode(signature) : null;
    if (decoded === null || !(await crypto.subtle.verify("HMAC", key, decoded, signed))) continue;
    // The service wrote what it signed.
    const event: WebhookEvent = JSON.parse(body);
    return event;
  }
  throw new WebhookSignatureError("The event is not signed with this secret");
}

/** The value of a header; empty if it is absent or not unique. */
function headerOf(headers: WebhookHeaders, name: string): string {
  if (isHeaderList(headers)) return headers.get(name) ?? "";
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof found === "string") return found;
  const [only, ...more] = found ?? [];
  return only === undefined || more.length > 0 ? "" : only;
}

function isHeaderList(headers: WebhookHeaders): headers is HeaderList {
  return typeof headers.get === "function";
}

/** Null for a text that is not base64. */
function decode(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}
