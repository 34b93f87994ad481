import { z } from "zod";
import { RPC_ANSWER_BYTES_MAX } from "@/lib/shared/chain/rpc-limits";
import { createFailover } from "@/lib/support/calls/create-failover";
import { callSignal, requestLimitMs } from "@/lib/support/calls/dependency";
import { readBytes, StreamTooLongError } from "@/lib/support/read-bytes";
import type { ChainGuard } from "./chain-guard";

/** A node's response to one call. */
export type RpcOutcome =
  | { result: unknown }
  | { error: { code: number; message: string; data?: unknown } };

const answer = z.union([
  z.object({
    error: z.object({
      code: z.number().int(),
      message: z.string(),
      data: z.unknown().optional(),
    }),
  }),
  z.object({ result: z.unknown() }),
]);

/** An answer of this size never exceeds the allowance, such as the hash of a sent transaction. */
const SMALL_BYTES = 4 * 1024;
const TOO_LONG = {
  error: {
    code: -32_005,
    message: `The answers have more than ${RPC_ANSWER_BYTES_MAX} bytes. Request less at a time, such as fewer blocks.`,
  },
};
const UNWRITABLE = { error: { code: -32_602, message: "params cannot be written as JSON" } };
const UNAVAILABLE = { error: { code: -32_603, message: "No node of the chain responds" } };

/** Bytes of answers that a request may still receive, and those that were read for it. */
export type AnswerAllowance = { left: number; read: number };

/**
 * Forwards single JSON-RPC calls to a chain's nodes.
 * @param options.rpcUrls the first is preferred, the others are for failover. They may contain
 * keys, so they are removed from the nodes' responses
 * @param options.guard checks the chain of each URL before a call
 */
export function createRpcRelay(options: {
  rpcUrls: readonly string[];
  guard?: ChainGuard;
  timeoutMs?: number;
  onFailure?: (error: unknown) => void;
}) {
  const { rpcUrls, guard, timeoutMs = 10_000, onFailure = () => undefined } = options;
  const secrets = rpcUrls.flatMap(secretsOf);
  const nodes = rpcUrls.map(nodeOf);
  const failover = createFailover(nodes.length);

  const clean = (text: string) =>
    secrets
      .reduce((rest, secret) => rest.replaceAll(secret, "[node]"), text)
      .replace(/(https?|wss?):\/\/\S+/g, "[node]")
      .slice(0, 1_000);

  /** @throws when the node is unreachable or overloaded */
  async function post(node: Node, body: string, allowance: AnswerAllowance): Promise<RpcOutcome> {
    const response = await fetch(node.url, {
      method: "POST",
      headers: { "content-type": "application/json", ...node.headers },
      body,
      signal: callSignal(requestLimitMs() ?? timeoutMs),
    });
    if (response.status === 429 || response.status >= 500 || response.status < 200) {
      throw new Error(`a node answered with status ${response.status}`);
    }
    const bytes = await readAnswer(response.body, allowance);
    if (bytes === null) return TOO_LONG;
    const parsed = answer.parse(JSON.parse(new TextDecoder().decode(bytes)));
    if (!("error" in parsed)) return { result: parsed.result };
    const { code, message, data } = parsed.error;
    return {
      error: {
        code,
        message: clean(message),
        ...(data === undefined ? {} : { data: cleanData(data, clean) }),
      },
    };
  }

  return {
    /**
     * Never rejects: an unreachable node, an answer that is too long and parameters that cannot be
     * written as JSON are also outcomes.
     * @param allowance shared by the calls of a request
     */
    async send(
      method: string,
      params: readonly unknown[],
      allowance: AnswerAllowance = { left: RPC_ANSWER_BYTES_MAX, read: 0 },
    ): Promise<RpcOutcome> {
      const body = writeCall(method, params);
      if (body === null) return UNWRITABLE;
      for (let tries = 0; tries < nodes.length; tries += 1) {
        const index = failover.current();
        const node = nodes[index];
        if (node === undefined) break;
        try {
          await guard?.check(index, callSignal(requestLimitMs() ?? timeoutMs));
          return await post(node, body, allowance);
        } catch (error) {
          guard?.suspect(index);
          onFailure(error);
          failover.failed(index);
        }
      }
      return UNAVAILABLE;
    },
  };
}

export type RpcRelay = ReturnType<typeof createRpcRelay>;

/** Null when the parameters cannot be written as JSON, such as those with thousands of levels. */
function writeCall(method: string, params: readonly unknown[]): string | null {
  try {
    return JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  } catch {
    return null;
  }
}

type Node = { url: string; headers: Record<string, string> };

/** `fetch` refuses a URL with user and password, and quotes it in its error. */
function nodeOf(rpcUrl: string): Node {
  const url = new URL(rpcUrl);
  const { username, password } = url;
  if (username === "" && password === "") return { url: rpcUrl, headers: {} };
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  url.username = "";
  url.password = "";
  const authorization = `Basic ${Buffer.from(credentials).toString("base64")}`;
  return { url: url.href, headers: { authorization } };
}

/** Null when the answer is longer than what is left. */
async function readAnswer(
  body: ReadableStream<Uint8Array> | null,
  allowance: AnswerAllowance,
): Promise<Buffer | null> {
  const most = Math.max(allowance.left, SMALL_BYTES);
  try {
    const bytes = await readBytes(body, most);
    allowance.read += bytes.byteLength;
    // Other calls of the request may have used the allowance meanwhile.
    if (bytes.byteLength > Math.max(allowance.left, SMALL_BYTES)) return null;
    allowance.left -= bytes.byteLength;
    return bytes;
  } catch (error) {
    if (!(error instanceof StreamTooLongError)) throw error;
    allowance.read += most;
    return null;
  }
}

/** Revert data is hex and explains the revert; other data may contain secrets. */
function cleanData(data: unknown, clean: (text: string) => string): unknown {
  return typeof data === "string" ? clean(data) : undefined;
}

/** Parts of a URL that may contain its key. */
function secretsOf(url: string): string[] {
  const { host, username, password, pathname, searchParams } = new URL(url);
  return [url, host, username, password, ...pathname.split("/"), ...searchParams.values()].filter(
    (part) => part.length >= 8,
  );
}
