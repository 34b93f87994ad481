import { call } from "@slipway-launchpad/client";
import { answerMcp, createConfirmations, describeSkill } from "@slipway-launchpad/mcp";
import { uploadImage } from "@/lib/features/media/operations";
import { readJson } from "@/lib/http/input/read-json";
import { isLoopbackHost } from "@/lib/http/limits/client-address";
import { type PlainCall, type PlainEndpoint, plain } from "@/lib/http/plain-endpoint";
import { CORS_HEADERS, type RawResponse } from "@/lib/http/response/render";
import { fromWeb } from "@/lib/http/response/send";
import { brandKey } from "@/lib/shared/brand";
import { chainsIn } from "@/lib/shared/chains";
import { AppError } from "@/lib/shared/errors";

/** Longer than any operation takes: transactions are awaited for 60 seconds. */
const TIMEOUT_MS = 75_000;
/** The largest request of a tool: an image in base64, and the message around it. */
const BODY_BYTES_MAX = uploadImage.bodyBytesMax + 64 * 1024;
const SKILL_PATHS = ["/skill.md", "/SKILL.md"] as const;

/** The MCP server: streamable HTTP without sessions, and what describes it. */
export const MCP: readonly PlainEndpoint[] = [
  plain({
    id: "mcp",
    path: "/mcp",
    methods: ["POST"],
    isCounted: false,
    body: { bytesMax: BODY_BYTES_MAX, bytesLimit: "imageBytes" },
    allowedHeaders: ["Accept", "Mcp-Protocol-Version", "Mcp-Session-Id"],
    answer: answer,
  }),
  ...SKILL_PATHS.map((path) =>
    plain({
      id: "skill",
      path,
      methods: ["GET"],
      isCounted: true,
      answer: ({ ctx }) => ({
        status: 200,
        headers: { ...CORS_HEADERS, "Content-Type": "text/markdown; charset=utf-8" },
        etag: null,
        body: describeSkill(ctx.env.publicUrl, {
          name: ctx.brand.name,
          chains: chainsIn(ctx.chains),
        }),
      }),
    }),
  ),
];

/**
 * Tools send their requests through the pipeline as this caller, so its limits, quotas and moderation
 * are those of the HTTP APIs.
 */
async function answer({ ctx, request, requestId, dispatch }: PlainCall): Promise<RawResponse> {
  requireOrigin(ctx.env, request.headers);
  const message = await readJson(request, BODY_BYTES_MAX);
  // The protocol has had no batches since 2025-06-18; each message is counted as a request.
  if (Array.isArray(message)) {
    throw new AppError("invalid_body", "Batches are not supported. Send one message per request.");
  }
  const reply = fromWeb(
    await answerMcp({
      name: brandKey(ctx.brand.name),
      headers: request.headers,
      message,
      onError: (err, tool) => ctx.log.error({ err, tool, requestId }, "mcp request failed"),
      ctx: {
        // Retries are up to the client: here, they would keep this request open.
        call: (operation, input, options) =>
          call(operation, input, { timeoutMs: TIMEOUT_MS, ...options }),
        baseUrl: ctx.env.publicUrl,
        fetch: dispatch,
        confirmations: createConfirmations({
          // Job ids are derived from different texts, so no job id is a signature.
          sign: ctx.ids.keyedId,
          now: () => ctx.clock.now().getTime(),
        }),
      },
    }),
  );
  return {
    ...reply,
    headers: [
      ...reply.headers,
      ...Object.entries(CORS_HEADERS).flat(),
      "Cache-Control",
      "no-store",
    ],
  };
}

/**
 * Refuses other sites on a server without a public name: a page could use the launchpad of the machine
 * or network on which its reader runs it. A public server is open to any page, as its APIs are;
 * rebound names never get here, because the pipeline checks the host.
 * @throws AppError forbidden
 */
function requireOrigin(env: PlainCall["ctx"]["env"], headers: Headers): void {
  const origin = headers.get("origin");
  const own = new URL(env.publicUrl);
  if (origin === null || !isLoopbackHost(own.host)) return;
  const refuse = (text: string) => new AppError("forbidden", text);
  // An opaque origin, such as that of a sandboxed frame, is "null".
  if (!URL.canParse(origin)) throw refuse("Origin is not a URL");
  const { host, hostname } = new URL(origin);
  const isOwn = host === own.host || isLoopbackHost(host) || env.ALLOWED_HOSTS.includes(hostname);
  if (!isOwn)
    throw refuse("Only pages of this machine can use the MCP server of a local launchpad");
}
