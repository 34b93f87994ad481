import type { ServiceContext } from "@/lib/context";
import type { DryRun } from "@/lib/drivers/chain/create-dry-run";
import type { ChainIdentity } from "@/lib/drivers/chain/create-launch-chain";
import type { ServerSigner } from "@/lib/drivers/chain/create-signer";
import { rethrowChainError } from "@/lib/features/chains/rethrow-chain-error";
import { findGap } from "@/lib/features/transactions/find-gap";
import type { Caller } from "@/lib/http/limits/callers";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { AppError } from "@/lib/shared/errors";
import { type ChainBudget, gasBudget, openPartOf } from "./rules/gas-budget";

/** Only the operator can repair or fund the wallet, so clients need not retry often. */
const BLOCKED_RETRY_SECONDS = 60;

/**
 * The work that gas is reserved for. Launches need a proof of work while four fifths of a budget are
 * used; other work has none, so only callers without rate limits may use the last fifth for it.
 */
export type GasUse = "launch" | "exempt" | "other";

/** Of work other than launches. @param caller null for our own programs */
export function gasUseOf(caller: Pick<Caller, "isExempt"> | null): GasUse {
  return caller === null || caller.isExempt ? "exempt" : "other";
}

/**
 * Reserves the maximum gas cost of a transaction before it is accepted. Idempotent by its id. Every
 * transaction that the server wallet pays for passes here first.
 * @param input.transactionId null (a dry run) only checks that it would fit
 * @param input.gas maximum gas
 * @param input.use `other` may use four fifths of each budget
 * @returns the chain's budget with what was reserved
 * @throws AppError budget_exhausted with the seconds until it fits, wallet_blocked,
 *   dependency_unavailable
 */
export async function reserveGas({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "chains" | "env" | "gasLedger" | "log" | "nonceGaps" | "settings">;
  input: {
    chain: ChainIdentity & DryRun & ServerSigner;
    transactionId: string | null;
    gas: bigint;
    use: GasUse;
  };
}): Promise<ChainBudget> {
  const { chain, transactionId, gas, use } = input;
  const { chainId, slug } = chain.deployment;
  const open = requireOpenWallet(ctx, chain, transactionId);
  // Awaited below, after errors of the node, whose message is clearer.
  open.catch(() => undefined);
  await ctx.settings.read();
  const configured = configuredBudget(ctx, slug);
  const [{ maxFeePerGas }, balanceWei] = await Promise.all([
    chain.estimateFees(),
    chain.serverBalanceWei(),
  ]).catch(rethrowChainError);
  await open;
  const { retryAfterSeconds, spent } = await ctx.gasLedger.reserve({
    chainId,
    transactionId,
    wei: gas * maxFeePerGas,
    balanceWei,
    budgetFor(spentDayWei) {
      const budget = gasBudget(configured, { balanceWei, spentDayWei });
      return use === "other" ? openPartOf(budget) : budget;
    },
  });
  if (retryAfterSeconds === null) {
    const limit = gasBudget(configured, { balanceWei, spentDayWei: spent.dayWei });
    return { chain: slug, spent, limit };
  }
  const isUnfunded = gas * maxFeePerGas > balanceWei;
  const reason = isUnfunded ? "server wallet lacks ETH" : "gas budget exhausted";
  ctx.log.warn({ chain: slug, transactionId, retryAfterSeconds, balanceWei }, reason);
  const { name } = CHAINS[slug];
  const problem = isUnfunded
    ? `The service has no ETH for gas on ${name}.`
    : `The gas budget for ${name} is used up.`;
  const text = `${problem} Nothing was queued or sent.`;
  // The operator can fund the wallet at any time.
  const seconds = isUnfunded ? BLOCKED_RETRY_SECONDS : retryAfterSeconds;
  throw new AppError("budget_exhausted", text, { retryAfterSeconds: seconds });
}

/**
 * Refuses what would wait behind a gap in the wallet's nonces: nothing after it is mined. A transaction
 * that has reserved gas before may be sent already, so its repetition is not refused.
 * @throws AppError wallet_blocked
 */
async function requireOpenWallet(
  ctx: Pick<ServiceContext, "chains" | "gasLedger" | "log" | "nonceGaps">,
  { deployment: { chainId, slug: chain } }: ChainIdentity,
  transactionId: string | null,
): Promise<void> {
  const gap = await findGap({ ctx, chain }).catch((err: unknown) => {
    // A launch is not refused for a check: the node and the database report their own failures.
    ctx.log.warn({ err, chain }, "nonces not checked before a transaction was accepted");
    return null;
  });
  if (gap === null) return;
  if (transactionId !== null && (await ctx.gasLedger.has({ chainId, transactionId }))) return;
  ctx.log.error({ chain, ...gap }, `server wallet blocked; run: npm run heal -- --chain ${chain}`);
  const { name } = CHAINS[chain];
  const problem = `The server wallet on ${name} is blocked until the operator fixes it.`;
  throw new AppError("wallet_blocked", `${problem} Nothing was queued or sent.`, {
    retryAfterSeconds: BLOCKED_RETRY_SECONDS,
  });
}

type Reservation = {
  ctx: Pick<ServiceContext, "gasLedger" | "log" | "transactions">;
  /** Null: a dry run, which has reserved nothing. */
  input: { chain: ChainIdentity; transactionId: string | null };
};

/**
 * Runs what follows a reservation and precedes the first stored transaction. When it fails, the
 * reservation is released: refused requests must not use up the budget. The reservation of a
 * transaction that an earlier request stored remains.
 */
export async function orReleaseGas<T>(reservation: Reservation, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    await releaseGas(reservation);
    throw error;
  }
}

/** Releases what was reserved for a transaction, unless it is stored. */
export async function releaseGas({ ctx, input }: Reservation): Promise<void> {
  const { chain, transactionId } = input;
  if (transactionId === null) return;
  // Released after 30 minutes otherwise.
  await releaseUnsent(ctx, { chainId: chain.deployment.chainId, transactionId }).catch(
    (err: unknown) => ctx.log.warn({ err, transactionId }, "reserved gas not released"),
  );
}

async function releaseUnsent(
  ctx: Pick<ServiceContext, "gasLedger" | "transactions">,
  reservation: { chainId: number; transactionId: string },
): Promise<void> {
  if (await ctx.transactions.mayBeSent(reservation.transactionId)) return;
  await ctx.gasLedger.release(reservation);
}

/**
 * The limits that the operator has set in the console, otherwise the configured ones; undefined means
 * the default, a part of the wallet's balance.
 */
export function configuredBudget(
  ctx: Pick<ServiceContext, "env" | "settings">,
  chain: ChainSlug,
): { hourWei: bigint | undefined; dayWei: bigint | undefined } {
  const { GAS_BUDGET_WEI_PER_HOUR, GAS_BUDGET_WEI_PER_DAY } = ctx.env;
  const own = ctx.settings.current().gasBudgets[chain];
  return {
    hourWei: own?.hourWei ?? GAS_BUDGET_WEI_PER_HOUR,
    dayWei: own?.dayWei ?? GAS_BUDGET_WEI_PER_DAY,
  };
}
