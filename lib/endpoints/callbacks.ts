import { serve } from "inngest/edge";
import { inngest, serveOptions } from "@/inngest/client";
import { functions } from "@/inngest/functions";
import { traceCall } from "@/inngest/trace-call";
import { handleVideoWebhook } from "@/lib/features/video/handle-video-webhook";
import { readBody } from "@/lib/http/input/read-json";
import { type PlainCall, type PlainEndpoint, plain } from "../http/plain-endpoint";
import type { Reply } from "../http/render";
import { fromWeb } from "../http/send";
import { handleAuth } from "./auth/handle-auth";

const WEBHOOK_BYTES_MAX = 64 * 1024;
/** A run's state is sent with each of its steps. */
const INNGEST_BYTES_MAX = 32 * 1024 * 1024;

const runFunctions = serve({ client: inngest, functions, ...serveOptions });

/** Endpoints that other services and sign-ins call back. */
export const CALLBACKS: readonly PlainEndpoint[] = [
  plain({
    id: "auth",
    path: "/api/auth/{segments*}",
    methods: ["GET", "POST"],
    isCounted: false,
    answer: async (call) => fromWeb(await handleAuth(call)),
  }),
  plain({
    id: "inngest",
    path: "/api/inngest",
    methods: ["GET", "POST", "PUT"],
    isCounted: false,
    isBackground: true,
    answer: handToInngest,
  }),
  plain({
    id: "videoWebhook",
    path: "/webhooks/cloudflare-stream",
    methods: ["POST"],
    isCounted: false,
    isBackground: true,
    /** Unsigned messages get 404. */
    answer: async ({ ctx, request }) => {
      const body = await readBody(request, WEBHOOK_BYTES_MAX);
      const signature = request.headers.get("webhook-signature");
      await handleVideoWebhook({ ctx, input: { signature, body } });
      return { status: 204, headers: [], body: null };
    },
  }),
];

async function handToInngest({ ctx, request }: PlainCall): Promise<Reply> {
  const { method, headers, url } = request;
  const isRead = method === "GET" || method === "HEAD";
  const bytes = isRead ? null : await readBody(request, INNGEST_BYTES_MAX);
  const body = bytes === null ? null : new Uint8Array(bytes);
  const address = new URL(url, ctx.env.inngestServeOrigin);
  const call = new Request(address, { method, headers, body });
  return fromWeb(await traceCall(ctx, body, () => runFunctions(call)));
}
