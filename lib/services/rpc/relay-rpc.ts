import type { RpcRelay } from "../../chain/create-rpc-relay";
import type { ServiceContext } from "../../context";
import type { ChainSlug } from "../../domain/chains";
import { AppError } from "../../domain/errors";
import type { InputOf } from "../../operations/operation";
import type { relayRpc as operation } from "../../operations/rpc";
import type { RpcAnswer, RpcCall } from "../../schemas/json-rpc";
import { answerLocally } from "./answer-locally";
import { checkCall } from "./check-call";
import { raiseEstimate } from "./raise-estimate";

type Ctx = Pick<ServiceContext, "relays" | "market">;

/**
 * Passes JSON-RPC calls on to a chain; each is answered for itself.
 * @param admit counts one call more
 * @throws AppError unsupported_chain, rate_limited
 */
export async function relayRpc({
  ctx,
  input,
  admit,
}: {
  ctx: Ctx;
  input: InputOf<typeof operation>;
  admit: () => Promise<void>;
}): Promise<RpcAnswer | RpcAnswer[]> {
  const { chain } = input.params;
  const relay = ctx.relays[chain];
  if (relay === undefined) {
    throw new AppError("unsupported_chain", `${chain} is not configured here`);
  }
  const { body } = input;
  if (!Array.isArray(body)) return answerOne(ctx, chain, relay, body);
  // The request itself is counted already.
  for (let i = 1; i < body.length; i += 1) await admit();
  return Promise.all(body.map((call) => answerOne(ctx, chain, relay, call)));
}

async function answerOne(
  ctx: Ctx,
  chain: ChainSlug,
  relay: RpcRelay,
  call: RpcCall,
): Promise<RpcAnswer> {
  const envelope = { jsonrpc: "2.0", id: call.id } as const;
  const checked = await checkCall(call, () => newestBlock(relay));
  if ("code" in checked) return { ...envelope, error: checked };
  const outcome =
    answerLocally(checked.method, chain) ?? (await relay.send(checked.method, checked.params));
  if ("error" in outcome) return { ...envelope, error: outcome.error };
  if (checked.method === "eth_sendRawTransaction") {
    // A transaction means a block soon; without the nudge the indexer finds it a little later.
    ctx.market.nudgeIndexer(chain).catch(() => undefined);
  }
  if (checked.method === "eth_estimateGas") {
    return { ...envelope, result: raiseEstimate(outcome.result, checked.params) };
  }
  return { ...envelope, result: outcome.result ?? null };
}

async function newestBlock(relay: RpcRelay): Promise<number | null> {
  const outcome = await relay.send("eth_blockNumber", []);
  return "result" in outcome && typeof outcome.result === "string" ? Number(outcome.result) : null;
}
