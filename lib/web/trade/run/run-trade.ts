import {
  type Address,
  erc20Abi,
  type Hash,
  isAddressEqual,
  maxUint256,
  type PublicClient,
  parseEventLogs,
  type TransactionReceipt,
} from "viem";
import type { TradeContracts } from "@/lib/features/system/schema";
import { allowanceCall, approvalCall } from "@/lib/features/trade/rules/approvals";
import { deadlineSeconds } from "@/lib/features/trade/rules/deadline";
import {
  encodeTrade,
  type SignedPermit,
  type TradeInput,
} from "@/lib/features/trade/rules/encode-trade";
import { permitFor, permitTypedData } from "@/lib/features/trade/rules/permit";
import { listTradeSteps, type TradeStepId } from "@/lib/features/trade/rules/trade-steps";
import type { RouterVersion } from "@/lib/features/trade/rules/universal-router";
import { isBatchRefusal } from "../../wallet/batch/is-batch-refusal";
import { explainTradeError } from "../explain-trade-error";
import { readAllowances } from "../read-balances";
import { TradeError } from "../trade-error";
import { isUnsent } from "../unsent";
import { UnsentError } from "../unsent-error";
import type { SentTransaction } from "./sent-transaction";
import { type SentTrade, settleTrade, type TradeOutcome } from "./settle-trade";
import type { TradeCall, TradeSigner } from "./trade-signer";
import { waitUntilMined } from "./wait-until-mined";

export type TradeOrder = Omit<TradeInput, "deadlineSeconds"> & { deadlineMinutes: number };

/** `wallet`: waiting for the wallet; `sent`: pending; `done`: mined or signed. */
export type StepState = "waiting" | "wallet" | "sent" | "done";
export type TradeStep = { id: TradeStepId; state: StepState; hash: Hash | null };

type RunTradeOptions = {
  /** Its gas estimates have a margin, see `raiseEstimate`. */
  reader: PublicClient;
  chainId: number;
  contracts: TradeContracts;
  universalRouterVersion: RouterVersion;
  signer: TradeSigner;
  order: TradeOrder;
  onSteps: (steps: readonly TradeStep[]) => void;
  /** Called before each request to the wallet to send the trade itself. */
  onAsk?: (isBatch: boolean) => Promise<void>;
  /** Receives the trade once the wallet has sent it, and again whenever more is known of it. */
  onSent: (trade: SentTrade) => void;
  pollingMs: number;
  /** The service's time in Unix milliseconds: the browser's clock can be minutes off. */
  now: () => number;
};

/**
 * Runs a trade from its first approval to its receipt.
 * @param options.onSteps receives all steps whenever one of them changes
 * @throws TradeError; errors of the chain and the wallet. `explainTradeError` explains them all
 */
export async function runTrade(options: RunTradeOptions): Promise<TradeOutcome> {
  const { reader, contracts, signer, order, onSteps, onSent, pollingMs, now } = options;
  const { side, token, amountIn } = order;
  const route = { ...contracts, universalRouterVersion: options.universalRouterVersion };
  const [block, allowances, signs] = await Promise.all([
    reader.getBlock(),
    side === "sell" ? readAllowances(reader, contracts, signer.address, token) : null,
    signsForItself(reader, signer.address),
  ]);
  const deadline = deadlineSeconds(order.deadlineMinutes, now(), block.timestamp);
  const trade: TradeInput = { ...order, deadlineSeconds: deadline };
  const plan = listTradeSteps({ side, amountIn, deadlineSeconds: deadline, signs, allowances });
  const batcher = !signs && (await signer.batch?.isSupported()) ? signer.batch : null;

  const waiting = (ids: readonly TradeStepId[]) =>
    ids.map((id): TradeStep => ({ id, state: "waiting", hash: null }));
  let steps = waiting(batcher !== null ? ["trade"] : plan);
  const report = (id: TradeStepId, change: Partial<TradeStep>) => {
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
    report("trade", { state: "wallet" });
    const calls = [...before, encodeTrade(trade, route)];
    await options.onAsk?.(true);
    const id = await batcher.send(calls).catch(unlessRefused).catch(unlessUnsent);
    if (id !== null) return settle(id, null);
    steps = waiting(plan);
    onSteps(steps);
  }
  for (const id of plan) {
    const call = preparations[id];
    if (id === "sign") signed = await sign();
    else if (call !== undefined) await prepare(id, call);
  }
  const call = encodeTrade(trade, route, signed);
  const hash = await send("trade", call);
  return settle(hash, hash).catch((error) => explainRevert(error, call));

  async function sign(): Promise<SignedPermit> {
    report("sign", { state: "wallet" });
    const permit = permitFor({
      ...trade,
      spender: contracts.universalRouter,
      nonce: allowances?.router.nonce ?? 0,
    });
    const data = permitTypedData(permit, options.chainId, contracts.permit2);
    const signature = await signer.signPermit(data);
    report("sign", { state: "done" });
    return { permit, signature };
  }

  async function send(id: TradeStepId, call: TradeCall): Promise<Hash> {
    report(id, { state: "wallet" });
    // The estimate also simulates: a call that would revert fails before the wallet opens.
    const gas = await reader.estimateGas({ account: signer.address, ...call });
    // An approval that was sent unnoticed is found, or repeated without harm.
    if (id !== "trade") return signer.sendTransaction({ ...call, gas });
    await options.onAsk?.(false);
    return signer.sendTransaction({ ...call, gas }).catch(unlessUnsent);
  }

  /** Sends an approval and waits for it. One that is not decided never had a trade after it. */
  async function prepare(id: TradeStepId, call: TradeCall): Promise<void> {
    const sent = { hash: await send(id, call), place: null };
    report(id, { state: "sent", hash: sent.hash });
    const onChange = ({ hash }: SentTransaction) => report(id, { hash });
    try {
      const { hash, receipt } = await waitUntilMined(reader, sent, { pollingMs, onChange });
      if (receipt.status === "reverted") throw new TradeError("reverted", hash);
      if (id === "approve" && !approves(receipt, token, amountIn)) {
        throw new TradeError("approval_too_small", hash);
      }
      report(id, { state: "done", hash });
    } catch (error) {
      if (!(error instanceof TradeError) || error.code !== "not_mined") {
        return explainRevert(error, call);
      }
      throw new TradeError("approval_pending", error.hash, error.cause);
    }
  }

  async function settle(id: string, hash: Hash | null): Promise<TradeOutcome> {
    const account = signer.address;
    const hook = contracts.launchHook;
    const sent = { token, account, hook, side, amountIn: `${amountIn}`, id, hash, place: null };
    onSent(sent);
    report("trade", { state: "sent", hash });
    const outcome = await settleTrade(reader, sent, {
      pollingMs,
      batcher: async () => batcher,
      onChange: (known) => {
        onSent(known);
        const isShown = steps.some((step) => step.hash === known.hash);
        if (!isShown) report("trade", { hash: known.hash });
      },
    });
    report("trade", { state: "done", hash: outcome.hash });
    return outcome;
  }

  /** Adds the reason to the error of a transaction that was reverted. */
  async function explainRevert(error: unknown, call: TradeCall): Promise<never> {
    if (!(error instanceof TradeError) || error.code !== "reverted") throw error;
    const cause = await reader.call({ account: signer.address, ...call }).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    throw new TradeError("reverted", error.hash, cause);
  }
}

/**
 * Whether a mined approval covers the amount: wallets let the user lower it. Read from the receipt, because
 * another node may not have the new allowance yet.
 */
function approves({ logs }: TransactionReceipt, token: Address, amount: bigint): boolean {
  const approvals = parseEventLogs({ abi: erc20Abi, eventName: "Approval", logs });
  return approvals.every(
    ({ address, args }) => !isAddressEqual(address, token) || args.value >= amount,
  );
}

/** The wallet has sent nothing: the calls are sent one by one then. */
function unlessRefused(error: unknown): null {
  if (isBatchRefusal(error)) return null;
  throw error;
}

/** The wallet's error, if it proves that the wallet has sent nothing; otherwise it may have. */
function unlessUnsent(error: unknown): never {
  if (error instanceof UnsentError || isUnsent(explainTradeError(error).code)) throw error;
  throw new TradeError("maybe_sent", null, error);
}

/**
 * Permit2 validates a contract account's signature through ERC-1271, which many contracts lack.
 */
async function signsForItself(reader: PublicClient, account: Address): Promise<boolean> {
  const code = await reader.getCode({ address: account });
  return code === undefined || code === "0x";
}
