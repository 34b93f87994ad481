import { Agent, request } from "node:http";
import { z } from "zod";
import { onNoResponse } from "@/lib/shared/http/on-no-response";

const answerSchema = z.object({
  result: z.unknown().optional(),
  error: z
    .object({ code: z.number(), message: z.string(), data: z.unknown().optional() })
    .optional(),
});

/** The node returned an error. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

/** JSON-RPC to a node on loopback over persistent connections. */
export class RpcConnection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  #nextId = 1;

  constructor(
    private readonly host: string,
    private readonly port: number,
    private readonly timeoutMs = 60_000,
  ) {}

  /** Sends a body unchanged and returns the response body; throws when the node is gone. */
  post(body: string): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          host: this.host,
          port: this.port,
          method: "POST",
          agent: this.#agent,
          timeout: this.timeoutMs,
          headers: {
            "content-type": "application/json",
            "content-length": Buffer.byteLength(body),
          },
        },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
          incoming.on("end", () => resolve(Buffer.concat(chunks)));
          incoming.on("error", reject);
        },
      );
      outgoing.on("timeout", () => outgoing.destroy(new Error("the node did not respond in time")));
      onNoResponse(outgoing, reject);
      outgoing.end(body);
    });
  }

  /** @throws RpcError when the node rejects the call, another error when it is unreachable */
  async call(method: string, params: readonly unknown[] = []): Promise<unknown> {
    const id = this.#nextId++;
    const body = await this.post(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    const answer = answerSchema.parse(JSON.parse(body.toString("utf8")));
    if (answer.error !== undefined) {
      throw new RpcError(answer.error.code, answer.error.message, answer.error.data);
    }
    return answer.result;
  }

  close(): void {
    this.#agent.destroy();
  }
}
