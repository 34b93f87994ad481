import { serve } from "inngest/edge";
import { inngest, serveOptions } from "@/inngest/client";
import { functions } from "@/inngest/functions";
import { traceCall } from "@/inngest/trace-call";
import { handleVideoWebhook } from "@/lib/features/video/handle-video-webhook";
import { parseJson, readBody } from "@/lib/http/input/read-json";
import { createSignedCalls } from "@/lib/http/limits/signed-calls";
import { type PlainCall, type PlainEndpoint, plain } from "@/lib/http/plain-endpoint";
import type { RawResponse } from "@/lib/http/response/render";
import { fromWeb } from "@/lib/http/response/send";
import { AUTH_BYTES_MAX, handleAuth } from "./auth/handle-auth";

const WEBHOOK_BYTES_MAX = 64 * 1024;
/** A run's state is sent with each of its steps: their results, which are short texts. */
const INNGEST_BYTES_MAX = 1024 * 1024;
/** The SDK rejects older signatures. */
const SIGNATURE_AGE_MS_MAX = 300_000;

/** One per service: a signature for one must not exempt the address at the other. */
const engineCalls = createSignedCalls();
const videoCalls = createSignedCalls();
const runFunctions = serve({ client: inngest, functions, ...serveOptions });

/** Endpoints that other services and sign-ins call back. */
export const CALLBACKS: readonly PlainEndpoint[] = [
  plain({
    id: "auth",
    path: "/api/auth/{segments*}",
    methods: ["GET", "POST"],
    isCounted: false,
    body: { bytesMax: AUTH_BYTES_MAX },
    answer: async (call) => fromWeb(await handleAuth(call)),
  }),
  plain({
    id: "inngest",
    path: "/api/inngest",
    methods: ["GET", "POST", "PUT"],
    isCounted: false,
    isSigned: true,
    isKnown: engineCalls.isKnown,
    isBackground: true,
    body: { bytesMax: INNGEST_BYTES_MAX },
    answer: (call) => engineCalls.answer(call, () => runJob(call)),
  }),
  plain({
    id: "videoWebhook",
    path: "/webhooks/cloudflare-stream",
    methods: ["POST"],
    isCounted: false,
    isSigned: true,
    isKnown: videoCalls.isKnown,
    isBackground: true,
    body: { bytesMax: WEBHOOK_BYTES_MAX },
    /** Unsigned messages get 404. */
    answer: (call) => videoCalls.answer(call, () => receiveVideoEvent(call)),
  }),
];

async function receiveVideoEvent({ ctx, request }: PlainCall) {
  const body = await readBody(request, WEBHOOK_BYTES_MAX);
  const signature = request.headers.get("webhook-signature");
  await handleVideoWebhook({ ctx, input: { signature, body } });
  return { reply: { status: 204, headers: [], body: null }, isSigned: true };
}

/**
 * Rejects unsigned calls before anything of them is read, so they hold no memory. The SDK would log each
 * with a stack trace; only registrations are left to it.
 */
async function runJob(call: PlainCall): Promise<{ reply: RawResponse; isSigned: boolean }> {
  const { ctx, request } = call;
  const signature = request.headers.get("x-inngest-signature");
  const mayBeSigned = hasRecentSignature(signature, ctx.clock.now());
  if (!mayBeSigned && request.method !== "PUT") {
    const reply = fromWeb(Response.json({ message: "Unauthorized" }, { status: 401 }));
    return { reply, isSigned: false };
  }
  if (!mayBeSigned || isRead(request)) {
    return { reply: await handToInngest(call, null), isSigned: false };
  }
  const bytes = await readBody(request, INNGEST_BYTES_MAX);
  // The SDK parses a body before it compares the signature, and fails if it is not JSON.
  const value = bytes.length > 0 ? parseJson(bytes) : null;
  const reply = await handToInngest(call, { bytes, value });
  return { reply, isSigned: reply.status !== 401 };
}

async function handToInngest(
  { ctx, request }: PlainCall,
  received: { bytes: Uint8Array; value: unknown } | null,
): Promise<RawResponse> {
  const { method, url } = request;
  const body = received === null ? null : new Uint8Array(received.bytes);
  const address = new URL(url, ctx.env.inngestServeOrigin);
  // The SDK builds its own URL from this header, and responds with a stack trace if it is no host.
  const headers = new Headers(request.headers);
  headers.set("host", address.host);
  const call = new Request(address, { method, headers, body });
  return fromWeb(await traceCall(ctx, received?.value, () => runFunctions(call)));
}

function isRead({ method }: PlainCall["request"]): boolean {
  return method === "GET" || method === "HEAD";
}

/** Whether the SDK will compare the signature with the body. */
function hasRecentSignature(signature: string | null, now: Date): boolean {
  const params = new URLSearchParams(signature ?? "");
  const ageMs = Math.abs(now.getTime() - Number(params.get("t") ?? Number.NaN) * 1_000);
  return ageMs <= SIGNATURE_AGE_MS_MAX && /^[0-9a-f]{64}$/.test(params.get("s") ?? "");
}
