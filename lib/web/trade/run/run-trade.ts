import {
  type Address,
  type Hash,
  maxUint256,
  type PublicClient,
  type TransactionReceipt,
} from "viem";
import { gasLimitFor, LATER_WORK_GAS } from "@/lib/features/budget/rules/gas-limit";
import type { TradeContracts } from "@/lib/features/system/schema";
import { allowanceCall, approvalCall } from "@/lib/features/trade/rules/approvals";
import { deadlineSeconds } from "@/lib/features/trade/rules/deadline";
import {
  encodeTrade,
  type SignedPermit,
  type TradeInput,
} from "@/lib/features/trade/rules/encode-trade";
import { permitFor, permitTypedData } from "@/lib/features/trade/rules/permit";
import { planTrade, type TradeStepId } from "@/lib/features/trade/rules/plan";
import type { RouterVersion } from "@/lib/features/trade/rules/universal-router";
import { readOutcome } from "../read-outcome";
import { readAllowances } from "../read-position";
import { TradeError } from "../trade-error";
import type { TradeCall, TradeSigner } from "./trade-signer";
import { waitUntilMined } from "./wait-until-mined";

export type TradeOrder = Omit<TradeInput, "deadlineSeconds"> & { deadlineMinutes: number };

/** `wallet`: waiting for the wallet; `sent`: pending; `done`: mined or signed. */
export type StepState = "waiting" | "wallet" | "sent" | "done";
export type TradeStep = { id: TradeStepId; state: StepState; hash: Hash | null };

export type TradeOutcome = {
  hash: Hash;
  side: TradeInput["side"];
  amountIn: bigint;
  amountOut: bigint;
};

type RunTradeOptions = {
  reader: PublicClient;
  chainId: number;
  contracts: TradeContracts;
  universalRouterVersion: RouterVersion;
  signer: TradeSigner;
  order: TradeOrder;
  onSteps: (steps: readonly TradeStep[]) => void;
  pollingMs: number;
  now?: () => number;
};

/**
 * Runs a trade from its first approval to its receipt.
 * @param options.onSteps receives all steps whenever one of them changes
 * @throws TradeError; errors of the chain and the wallet. `explainTradeError` explains them all
 */
export async function runTrade(options: RunTradeOptions): Promise<TradeOutcome> {
  const { reader, contracts, signer, order, onSteps, now = Date.now } = options;
  const { side, token, amountIn } = order;
  const route = { ...contracts, universalRouterVersion: options.universalRouterVersion };
  const [block, allowances, signs] = await Promise.all([
    reader.getBlock(),
    side === "sell" ? readAllowances(reader, contracts, signer.address, token) : null,
    signsForItself(reader, signer.address),
  ]);
  const deadline = deadlineSeconds(order.deadlineMinutes, now(), block.timestamp);
  const trade: TradeInput = { ...order, deadlineSeconds: deadline };
  const plan = planTrade({ side, amountIn, deadlineSeconds: deadline, signs, allowances });
  const batcher = !signs && (await signer.batch?.isSupported()) ? signer.batch : null;

  let steps: TradeStep[] = (batcher !== null ? (["trade"] as const) : plan).map((id) => ({
    id,
    state: "waiting",
    hash: null,
  }));
  const tell = (id: TradeStepId, change: Partial<TradeStep>) => {
    steps = steps.map((step) => (step.id === id ? { ...step, ...change } : step));
    onSteps(steps);
  };
  onSteps(steps);

  const preparations: Partial<Record<TradeStepId, TradeCall>> = {
    approve: approvalCall(token, contracts.permit2, maxUint256),
    allow: allowanceCall(trade, contracts),
  };
  let signed: SignedPermit | null = null;
  if (batcher !== null) {
    const before = plan.flatMap((id) => preparations[id] ?? []);
    tell("trade", { state: "wallet" });
    const hash = await batcher.send([...before, encodeTrade(trade, route)]);
    const { receipt } = await mined("trade", hash);
    return outcomeOf(receipt);
  }
  for (const id of plan) {
    const call = preparations[id];
    if (id === "sign") signed = await sign();
    else if (call !== undefined) await send(id, call);
  }
  return outcomeOf(await send("trade", encodeTrade(trade, route, signed)));

  async function sign(): Promise<SignedPermit> {
    tell("sign", { state: "wallet" });
    const permit = permitFor({
      ...trade,
      spender: contracts.universalRouter,
      nonce: allowances?.router.nonce ?? 0,
    });
    const data = permitTypedData(permit, options.chainId, contracts.permit2);
    const signature = await signer.signPermit(data);
    tell("sign", { state: "done" });
    return { permit, signature };
  }

  async function send(id: TradeStepId, call: TradeCall): Promise<TransactionReceipt> {
    tell(id, { state: "wallet" });
    // The estimate also simulates: a call that would revert fails before the wallet opens.
    const estimate = await reader.estimateGas({ account: signer.address, ...call });
    const gas = gasLimitFor(estimate, id === "trade" ? LATER_WORK_GAS : 0n);
    const sent = await signer.sendTransaction({ ...call, gas });
    const { hash, receipt } = await mined(id, sent).catch(asPartOf(id));
    if (receipt.status === "reverted") {
      const cause = await reader.call({ account: signer.address, ...call }).then(
        () => undefined,
        (error: unknown) => error,
      );
      throw new TradeError("reverted", hash, cause);
    }
    tell(id, { state: "done", hash });
    return receipt;
  }

  async function mined(id: TradeStepId, sent: Hash) {
    tell(id, { state: "sent", hash: sent });
    return waitUntilMined(
      reader,
      { hash: sent, place: null },
      { pollingMs: options.pollingMs, onReplaced: (hash) => tell(id, { hash }) },
    );
  }

  function outcomeOf(receipt: TransactionReceipt): TradeOutcome {
    const { transactionHash: hash } = receipt;
    return { hash, side, amountIn, amountOut: readOutcome(receipt, side) };
  }
}

/** Tells an approval that is not decided from a trade: the trade was not sent and may be tried again. */
function asPartOf(id: TradeStepId) {
  return (error: unknown): never => {
    const isApproval = id !== "trade" && error instanceof TradeError && error.code === "not_mined";
    throw isApproval ? new TradeError("approval_pending", error.hash, error.cause) : error;
  };
}

/**
 * Permit2 validates a contract account's signature through ERC-1271, which many contracts lack.
 */
async function signsForItself(reader: PublicClient, account: Address): Promise<boolean> {
  const code = await reader.getCode({ address: account });
  return code === undefined || code === "0x";
}
