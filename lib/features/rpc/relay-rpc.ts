import type { ServiceContext } from "@/lib/context";
import type { AnswerAllowance, RpcRelay } from "@/lib/drivers/chain/create-rpc-relay";
import type { InputOf } from "@/lib/operations/operation";
import { RPC_ANSWER_BYTES_MAX } from "@/lib/shared/chain/rpc-limits";
import type { ChainSlug } from "@/lib/shared/chains";
import { AppError } from "@/lib/shared/errors";
import { answerLocally } from "./answer-locally";
import { checkCall } from "./check-call";
import type { relayRpc as operation } from "./operations";
import { raiseEstimate } from "./raise-estimate";
import type { RpcAnswer, RpcCall } from "./schema";

type Ctx = Pick<ServiceContext, "relays" | "market" | "env">;

/** Concurrent calls of one batch. */
const AT_ONCE = 4;
/** Time on a sandbox node after which a call counts as another one. */
const CALL_MS = 50;
/** Bytes of answers that count as another call: they are parsed and formatted here. */
const CALL_BYTES = 64 * 1024;

/** Rate limits of the caller. */
export type RpcLimits = {
  /** Counts a call. @throws AppError rate_limited */
  call(): Promise<void>;
  /** Counts a transaction. @throws AppError rate_limited */
  transaction(): Promise<void>;
  /** Counts calls after the fact; never throws. */
  charge(calls: number): void;
};

/**
 * Forwards JSON-RPC calls to a chain. Each call of a batch succeeds or fails on its own. On a sandbox
 * chain, simulated calls count by their duration, because one caller could block the only node. Long
 * answers count by their size, and those of a request are limited together.
 * @throws AppError unsupported_chain, rate_limited
 */
export async function relayRpc({
  ctx,
  input,
  limit,
}: {
  ctx: Ctx;
  input: InputOf<typeof operation>;
  limit: RpcLimits;
}): Promise<RpcAnswer | RpcAnswer[]> {
  const { chain } = input.params;
  const relay = ctx.relays[chain];
  if (relay === undefined) {
    throw new AppError("unsupported_chain", `${chain} is not configured here`);
  }
  const { body } = input;
  const calls = Array.isArray(body) ? body : [body];
  // The pipeline has counted the first call.
  for (let i = 1; i < calls.length; i += 1) await limit.call();
  for (const { method } of calls) {
    if (method === "eth_sendRawTransaction") await limit.transaction();
  }
  const allowance = { left: RPC_ANSWER_BYTES_MAX, read: 0 };
  const answer = async (call: RpcCall) => {
    const startedAt = performance.now();
    const answered = await answerOne(ctx, chain, { relay, allowance }, call);
    const isSimulated = call.method === "eth_call" || call.method === "eth_estimateGas";
    if (isSimulated && ctx.env.isSandbox(chain)) {
      limit.charge(Math.floor((performance.now() - startedAt) / CALL_MS));
    }
    return answered;
  };
  const answers: RpcAnswer[] = [];
  for (let start = 0; start < calls.length; start += AT_ONCE) {
    answers.push(...(await Promise.all(calls.slice(start, start + AT_ONCE).map(answer))));
  }
  limit.charge(Math.floor(allowance.read / CALL_BYTES));
  const [first] = answers;
  return Array.isArray(body) || first === undefined ? answers : first;
}

async function answerOne(
  ctx: Ctx,
  chain: ChainSlug,
  { relay, allowance }: { relay: RpcRelay; allowance: AnswerAllowance },
  call: RpcCall,
): Promise<RpcAnswer> {
  const envelope = { jsonrpc: "2.0", id: call.id } as const;
  const checked = await checkCall(call, () => newestBlock(relay));
  if ("code" in checked) return { ...envelope, error: checked };
  const outcome =
    answerLocally(checked.method, chain) ??
    (await relay.send(checked.method, checked.params, allowance));
  if ("error" in outcome) return { ...envelope, error: outcome.error };
  if (checked.method === "eth_sendRawTransaction") {
    // A transaction causes a block soon; without this signal the indexer finds it slightly later.
    ctx.market.signalIndexer(chain).catch(() => undefined);
  }
  if (checked.method === "eth_estimateGas") {
    return { ...envelope, result: raiseEstimate(outcome.result, call.params) };
  }
  return { ...envelope, result: outcome.result ?? null };
}

async function newestBlock(relay: RpcRelay): Promise<number | null> {
  const outcome = await relay.send("eth_blockNumber", []);
  return "result" in outcome && typeof outcome.result === "string" ? Number(outcome.result) : null;
}
