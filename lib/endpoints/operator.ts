import { createHash, timingSafeEqual } from "node:crypto";
import type { ServiceContext } from "@/lib/context";
import { type PlainCall, type PlainEndpoint, plain } from "@/lib/http/plain-endpoint";
import type { RawResponse } from "@/lib/http/response/render";
import { AppError } from "@/lib/shared/errors";

const COOKIE = "slipway.outbox";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Endpoints for the operator of this server only. */
export const OPERATOR_ENDPOINTS: readonly PlainEndpoint[] = [
  plain({
    id: "metrics",
    path: "/metrics",
    methods: ["GET"],
    isCounted: false,
    answer: async ({ ctx, request, isThisMachine }) => {
      if (!isOperator(request.headers, isThisMachine, ctx.env.METRICS_TOKEN)) {
        const text =
          "Metrics are for the operator. Send METRICS_TOKEN as bearer token, or request them from this " +
          "machine while no proxy is configured.";
        throw new AppError("forbidden", text);
      }
      const { text, contentType } = await ctx.metrics.render();
      const headers = ["Content-Type", contentType, "Cache-Control", "no-store"];
      return { status: 200, headers, body: Buffer.from(text) };
    },
  }),
  plain({
    id: "outbox",
    path: "/outbox/open",
    methods: ["GET"],
    isCounted: true,
    answer: openMailbox,
  }),
];

/** Whether the request has the operator's token or comes from this machine. */
function isOperator(headers: Headers, isThisMachine: boolean, token: string | undefined): boolean {
  const [scheme, given = ""] = (headers.get("authorization") ?? "").split(" ");
  if (token !== undefined && scheme?.toLowerCase() === "bearer") return isSame(given, token);
  return isThisMachine;
}

/**
 * Whether a request may read the sandbox's emails: it comes from this machine, or from a browser
 * that has opened the link in the terminal. The emails contain sign-in codes, so nobody else may.
 */
export function mayReadMailbox(
  { env, mailbox }: Pick<ServiceContext, "env" | "mailbox">,
  request: { isThisMachine: boolean; cookies: string | null },
): boolean {
  if (mailbox === null) return false;
  if (request.isThisMachine) return true;
  const { SANDBOX_OUTBOX_KEY: key } = env;
  const cookies = (request.cookies ?? "").split(";").map((part) => part.trim());
  return key !== undefined && cookies.some((cookie) => isSame(cookie, `${COOKIE}=${proofOf(key)}`));
}

/** Exchanges the key of the printed link for a cookie. A wrong key redirects without one. */
function openMailbox({ ctx, request }: PlainCall): RawResponse {
  const { env, mailbox } = ctx;
  if (mailbox === null) throw new AppError("not_found");
  const headers = ["Location", "/outbox", "Cache-Control", "no-store"];
  const { SANDBOX_OUTBOX_KEY: key } = env;
  const given = new URL(request.url, env.publicUrl).searchParams.get("key") ?? "";
  if (key !== undefined && isSame(given, key)) {
    const secure = env.isHttps ? "; Secure" : "";
    const life = `Path=/outbox; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
    headers.push("Set-Cookie", `${COOKIE}=${proofOf(key)}; ${life}`);
  }
  return { status: 303, headers, body: null };
}

/** The cookie's value: it proves that the browser had the key without containing it. */
function proofOf(key: string): string {
  return createHash("sha256").update(`outbox ${key}`).digest("base64url");
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
