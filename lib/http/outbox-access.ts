import { createHash, timingSafeEqual } from "node:crypto";
import type { ServiceContext } from "../context";
import { THIS_MACHINE_HEADER } from "./callers";

const NAME = "slipway.outbox";
const YEAR_SECONDS = 365 * 24 * 60 * 60;
type Ctx = Pick<ServiceContext, "env" | "mailbox">;

/**
 * Whether a request may read the sandbox's mails: it comes from this machine, or from a browser that
 * has opened the link which the terminal printed. The mails sign people in, so nobody else may.
 */
export function mayReadOutbox({ env, mailbox }: Ctx, headers: Headers): boolean {
  if (mailbox === null) return false;
  if (headers.get(THIS_MACHINE_HEADER) !== null) return true;
  const { SANDBOX_OUTBOX_KEY: key } = env;
  const cookies = (headers.get("cookie") ?? "").split(";").map((part) => part.trim());
  return key !== undefined && cookies.some((cookie) => isSame(cookie, `${NAME}=${proofOf(key)}`));
}

/**
 * The link that the terminal prints: exchanges its key for a cookie and leads to the mails. A wrong
 * key leads there as well, without the cookie.
 */
export function openOutbox({ env, mailbox }: Ctx, request: Request): Response {
  if (mailbox === null) return new Response("Not found", { status: 404 });
  const headers = new Headers({ Location: "/outbox", "Cache-Control": "no-store" });
  const { SANDBOX_OUTBOX_KEY: key } = env;
  const given = new URL(request.url).searchParams.get("key") ?? "";
  if (key !== undefined && isSame(given, key)) {
    const secure = env.publicUrl.startsWith("https:") ? "; Secure" : "";
    headers.set(
      "Set-Cookie",
      `${NAME}=${proofOf(key)}; Path=/outbox; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${secure}`,
    );
  }
  return new Response(null, { status: 303, headers });
}

/** What the cookie holds: it proves that its browser has known the key, and is not the key. */
function proofOf(key: string): string {
  return createHash("sha256").update(`outbox ${key}`).digest("base64url");
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
