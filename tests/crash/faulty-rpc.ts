import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { createRandom, type Random } from "@/sandbox/demo/random";
import { listen } from "../setup/servers/listen";

/** The faults of a call and their frequency. */
const FAULTS = {
  /** The node processes the call, but the response is lost. */
  answerLost: 0.03,
  delayed: 0.06,
  tooMany: 0.03,
  serverError: 0.03,
} as const;
/** For sent transactions: accepted by the chain, with a lost response. */
const BROADCAST_ANSWER_LOST = 0.15;
/** For sent transactions: rejected with a wrong reason and not on the chain. */
const WRONGLY_TOO_LOW = 0.08;
/** For the nonce: one to three too high or too low. */
const WRONG_COUNT = 0.1;
const DELAY_MAX_MS = 3_000;

const call = z.object({ id: z.union([z.string(), z.number()]), method: z.string() });
const countAnswer = z.looseObject({ result: z.string() });

export type FaultyRpc = {
  url: string;
  /** How often each fault occurred. */
  faults: Map<string, number>;
  /** Stops all faults. */
  heal(): void;
  stop(): Promise<void>;
};

/**
 * An unreliable node: forwards JSON-RPC to `target`, and at random drops responses, responds
 * slowly, returns 429 and 500, or returns a wrong nonce.
 */
export async function startFaultyRpc(target: string, seed: string): Promise<FaultyRpc> {
  const random = createRandom(seed);
  const faults = new Map<string, number>();
  let isHealed = false;
  const plays = (name: string, probability: number) => {
    if (isHealed || !random.chance(probability)) return false;
    faults.set(name, (faults.get(name) ?? 0) + 1);
    return true;
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = (await buffer(request)).toString("utf8");
    const asked = call.safeParse(JSON.parse(body));
    const method = asked.success ? asked.data.method : "";
    const isSend = method === "eth_sendRawTransaction";
    if (plays("429", FAULTS.tooMany)) return answer(response, 429, { error: "too many requests" });
    if (plays("500", FAULTS.serverError)) return answer(response, 500, { error: "broken" });
    if (plays("delayed", FAULTS.delayed)) await sleep(random.between(50, DELAY_MAX_MS));
    if (asked.success && isSend && plays("wrongly too low", WRONGLY_TOO_LOW)) {
      const error = { code: -32_000, message: "nonce too low" };
      return answer(response, 200, { jsonrpc: "2.0", id: asked.data.id, error });
    }
    const text = await pass(target, body);
    if (text === null) return request.socket.destroy();
    const lost = isSend ? BROADCAST_ANSWER_LOST : FAULTS.answerLost;
    if (plays(isSend ? "broadcast answer lost" : "answer lost", lost)) {
      return request.socket.destroy();
    }
    const isCount = method === "eth_getTransactionCount";
    if (isCount && plays("wrong count", WRONG_COUNT)) {
      return answer(response, 200, miscount(JSON.parse(text), random));
    }
    response.writeHead(200, { "content-type": "application/json" }).end(text);
  };
  const server = createServer((request, response) => {
    // The requesting process was killed meanwhile.
    handle(request, response).catch(() => request.socket.destroy());
  });
  const { origin } = await listen(server);
  return {
    url: origin,
    faults,
    heal: () => {
      isHealed = true;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Null when the upstream node does not respond. */
async function pass(target: string, body: string): Promise<string | null> {
  const headers = { "content-type": "application/json" };
  return fetch(target, { method: "POST", headers, body }).then(
    (response) => response.text(),
    () => null,
  );
}

function miscount(body: unknown, random: Random): unknown {
  const parsed = countAnswer.safeParse(body);
  if (!parsed.success) return body;
  const off = Math.floor(random.between(1, 4)) * (random.chance(0.5) ? 1 : -1);
  const wrong = Math.max(0, Number(parsed.data.result) + off);
  return { ...parsed.data, result: `0x${wrong.toString(16)}` };
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
