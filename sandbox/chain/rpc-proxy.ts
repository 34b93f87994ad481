import { timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { z } from "zod";
import { errorText } from "@/lib/shared/text/error-text";
import { type ChainNode, RESTARTING } from "./chain-node";
import { isReadMethod } from "./methods";
import { RpcError } from "./rpc-connection";

const callSchema = z.object({
  id: z.union([z.string(), z.number(), z.null()]).default(null),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
});
type Call = z.output<typeof callSchema>;
const answersSchema = z.array(z.unknown());
const rawSchema = z.tuple([z.string().regex(/^0x([0-9a-fA-F]{2})+$/)]);
const fundSchema = z.tuple([
  z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  z.string().regex(/^0x[0-9a-fA-F]{1,32}$/),
]);

const BODY_MAX = 4 * 1024 * 1024;
const BATCH_MAX = 2000;

/** One call of a batch: a call for the node, or the error to return instead. */
type Parsed = { call: Call } | { id: Call["id"]; error: RpcError };

function parseCall(value: unknown): Parsed {
  const parsed = callSchema.safeParse(value);
  if (!parsed.success) return { id: null, error: new RpcError(-32_600, "Invalid request") };
  return { call: parsed.data };
}

/**
 * The RPC endpoint of a sandbox chain (`RPC_URL_…`): JSON-RPC over HTTP on loopback with the usual
 * methods of a public node. Sent transactions go through the node's journal. One additional method,
 * `slipway_fund` [address, wei], adds ether to an account; it requires the faucet token as bearer.
 */
export class RpcProxy {
  readonly #server: Server;

  constructor(
    private readonly node: ChainNode,
    private readonly faucetToken: string,
  ) {
    this.#server = createServer((request, response) => {
      this.#handle(request, response).catch((error) => {
        send(response, 500, errorBody(null, new RpcError(-32_603, errorText(error))));
      });
    });
    // Longer than clients keep an idle connection, so that they close it first.
    this.#server.keepAliveTimeout = 75_000;
  }

  listen(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen({ port, host: "127.0.0.1" }, () => resolve());
    });
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = refuse(request);
    if (refusal !== null) {
      request.resume();
      return send(response, refusal.status, errorBody(null, new RpcError(-32_600, refusal.text)));
    }
    const body = await readBody(request);
    if (body === null) {
      response.setHeader("connection", "close");
      return send(response, 413, errorBody(null, new RpcError(-32_600, "Request too large")));
    }
    let value: unknown;
    try {
      value = JSON.parse(body);
    } catch {
      return send(response, 400, errorBody(null, new RpcError(-32_700, "Parse error")));
    }
    const isFunder = this.#isFunder(request.headers.authorization);
    const items = Array.isArray(value) ? value : [value];
    if (items.length === 0 || items.length > BATCH_MAX) {
      return send(response, 400, errorBody(null, new RpcError(-32_600, "Invalid batch size")));
    }
    const calls = items.map(parseCall);
    // Batches of reads, nearly all requests, are forwarded without splitting.
    if (calls.every((one) => "call" in one && isReadMethod(one.call.method))) {
      return send(response, 200, await this.#pass(body, calls));
    }
    const answers = await this.#inOrder(calls, isFunder);
    const text = Array.isArray(value) ? `[${answers.join(",")}]` : (answers[0] ?? "");
    send(response, 200, text);
  }

  async #pass(body: string, calls: Parsed[]): Promise<Buffer | string> {
    try {
      return await this.node.read(body);
    } catch {
      const errors = calls.map((one) => errorBody("call" in one ? one.call.id : null, RESTARTING));
      return calls.length === 1 && !body.trimStart().startsWith("[")
        ? (errors[0] ?? "")
        : `[${errors.join(",")}]`;
    }
  }

  async #inOrder(calls: Parsed[], isFunder: boolean): Promise<string[]> {
    const answers: string[] = [];
    for (const one of calls) {
      if ("error" in one) {
        answers.push(errorBody(one.id, one.error));
        continue;
      }
      const { call } = one;
      try {
        const result = await this.#one(call, isFunder);
        answers.push(result.raw ?? JSON.stringify({ jsonrpc: "2.0", id: call.id, ...result }));
      } catch (error) {
        const known = error instanceof RpcError ? error : RESTARTING;
        answers.push(errorBody(call.id, known));
      }
    }
    return answers;
  }

  async #one(call: Call, isFunder: boolean): Promise<{ raw?: string; result?: unknown }> {
    if (isReadMethod(call.method)) {
      const body = JSON.stringify([{ jsonrpc: "2.0", ...call }]);
      const [answer] = answersSchema.parse(JSON.parse((await this.node.read(body)).toString()));
      return { raw: JSON.stringify(answer) };
    }
    if (call.method === "eth_sendRawTransaction") {
      const params = rawSchema.safeParse(call.params);
      if (!params.success) throw new RpcError(-32_602, "Invalid params");
      return { result: await this.node.sendRawTransaction(params.data[0]) };
    }
    if (call.method === "slipway_fund") {
      if (!isFunder) throw new RpcError(-32_001, "slipway_fund needs the faucet token");
      const params = fundSchema.safeParse(call.params);
      if (!params.success) throw new RpcError(-32_602, "Invalid params");
      const [address, wei] = params.data;
      return { result: `0x${(await this.node.fund(address, BigInt(wei))).toString(16)}` };
    }
    throw new RpcError(-32_601, `The method ${call.method} is not available`);
  }

  #isFunder(authorization: string | undefined): boolean {
    const given = Buffer.from(authorization ?? "");
    const wanted = Buffer.from(`Bearer ${this.faucetToken}`);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }
}

/** A browser page must not reach the chain, neither directly nor by DNS rebinding. */
function refuse(request: IncomingMessage): { status: number; text: string } | null {
  const host = request.headers.host?.replace(/:\d+$/, "");
  if (host !== "127.0.0.1" && host !== "localhost") return { status: 403, text: "Wrong host" };
  if (request.method !== "POST") return { status: 405, text: "JSON-RPC by POST only" };
  const type = request.headers["content-type"] ?? "";
  if (!type.startsWith("application/json")) return { status: 415, text: "JSON only" };
  return null;
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > BODY_MAX) return null;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function errorBody(id: Call["id"], { code, message, data }: RpcError): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code, message, data } });
}

function send(response: ServerResponse, status: number, body: string | Buffer): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}
