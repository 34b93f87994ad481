import { createClient } from "@slipway-launchpad/client";
import { z } from "zod";
import { launchAccepted } from "@/lib/features/launch/schema/answers";
import type { ChainSlug } from "@/lib/shared/chains";

const preview = z.object({ confirmToken: z.string(), idempotencyKey: z.string() });
const launched = z.object({ jobId: z.string() });
const reply = z.object({
  result: z.object({ structuredContent: z.object({ data: z.unknown() }) }),
});
const TIMEOUT_MS = 30_000;

type Launch = { name: string; symbol: string; imageIpfs: string; creatorEmail: string };
type Persist = <T>(ask: () => Promise<T | null>, what: string) => Promise<T>;

/**
 * Sends one launch through the HTTP API, the typed client and the MCP server at once, with one key.
 * @param options.persist repeats a request until it has an answer
 * @returns the job of each
 */
export async function launchThroughInterfaces(options: {
  baseUrl: string;
  chain: ChainSlug;
  launch: Launch;
  caller: string;
  persist: Persist;
}): Promise<{ http: string; client: string; mcp: string }> {
  const { baseUrl, chain, launch, caller, persist } = options;
  const headers = { "content-type": "application/json", "x-forwarded-for": caller };
  const what = `launch ${launch.name}`;

  /** The data of a tool; null for an error. */
  async function callTool(name: string, args: object): Promise<unknown> {
    const response = await fetch(`${baseUrl}/mcp`, {
      method: "POST",
      headers: { ...headers, accept: "application/json, text/event-stream" },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name, arguments: args },
      }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const parsed = reply.safeParse(await response.json());
    return parsed.success ? parsed.data.result.structuredContent.data : null;
  }

  const args = { chain, ...launch };
  const found = await persist(() => callTool("preview_launch", args), `preview of ${what}`);
  const { confirmToken, idempotencyKey } = preview.parse(found);
  const [http, client, mcp] = await Promise.all([
    persist(async () => {
      const response = await fetch(`${baseUrl}/api/v1/${chain}/launch-memecoin`, {
        method: "POST",
        headers: { ...headers, "idempotency-key": idempotencyKey },
        body: JSON.stringify(launch),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return response.ok ? launchAccepted.parse(await response.json()).jobId : null;
    }, `${what} through HTTP`),
    persist(async () => {
      const slipway = createClient({ baseUrl, headers: { "x-forwarded-for": caller } });
      return (await slipway.launchMemecoin(chain, { ...launch, dryRun: false }, { idempotencyKey }))
        .jobId;
    }, `${what} through the client`),
    persist(async () => {
      const data = await callTool("launch", { ...args, confirmToken });
      return data === null ? null : launched.parse(data).jobId;
    }, `${what} through MCP`),
  ]);
  return { http, client, mcp };
}
