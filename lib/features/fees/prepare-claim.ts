import type { Address } from "viem";
import type { ServiceContext } from "@/lib/context";
import { type Call, CallRevertedError, type PayableCall } from "@/lib/drivers/chain/chain-types";
import type { LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import { priceCalls } from "@/lib/features/budget/price-calls";
import { LATER_WORK_GAS } from "@/lib/features/budget/rules/gas-limit";
import { requireChain } from "@/lib/features/chains/require-chain";
import { requireDestinations } from "@/lib/features/chains/require-destinations";
import { rethrowChainError } from "@/lib/features/chains/rethrow-chain-error";
import type { LimitPolicyName } from "@/lib/operations/limits";
import { sendCallsOf } from "@/lib/shared/chain/send-calls";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { AppError } from "@/lib/shared/errors";
import { formatWei } from "@/lib/shared/text/decimal";
import { findPayables } from "./find-payables";
import type { Payable } from "./rules/payout";
import type { ClaimPrepared, PrepareClaimRequest } from "./schema/claims";

/** So that a claim fits into a transaction. The rest is claimed by the next one. */
const SOURCES_MAX = 20;
/** Each costs about 50,000 gas of the 16.7 million that a transaction may use (EIP-7825). */
const TOKENS_MAX = 200;

/**
 * Returns the calls that pay an account what it can claim on a chain. Anyone can send them.
 * @throws AppError invalid_body, nothing_to_claim, rate_limited, dependency_unavailable
 */
export async function prepareClaim({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "chains" | "managers">;
  input: {
    chain: ChainSlug;
    request: PrepareClaimRequest;
    limit: (policy: LimitPolicyName) => Promise<void>;
  };
}): Promise<ClaimPrepared> {
  const { account, from } = input.request;
  const chain = requireChain(ctx, input.chain);
  await input.limit("prepare");
  const { referralRecipient } = input.request;
  if (referralRecipient !== null) {
    const named = { field: "referralRecipient", address: referralRecipient };
    await requireDestinations(chain, [{ ...named, use: "referral" }]);
  }
  const all = await findClaimable(ctx, chain, account).catch(rethrowChainError);
  const { name } = CHAINS[input.chain];
  if (all.length === 0) {
    throw new AppError("nothing_to_claim", `${account} has nothing to claim on ${name}`);
  }
  const { calls, cost, payables } = await sizePaying(chain, input.request, fitting(all)).catch(
    (cause: unknown) => {
      if (!(cause instanceof CallRevertedError)) return rethrowChainError(cause);
      throw new AppError("invalid_body", cause.message, { cause });
    },
  );
  const totalWei = payables.reduce((sum, { amountWei }) => sum + amountWei, 0n);
  const count = payables.length === 1 ? "1 source" : `${payables.length} sources`;
  const { chainId, sandbox } = chain.deployment;
  const hasReferral = payables.some(({ kind }) => kind === "referral");
  const paidElsewhere =
    referralRecipient === null || !hasReferral
      ? ""
      : ` Referral earnings go to ${referralRecipient}.`;
  return {
    success: true,
    message: "Claim prepared: the wallet sends it",
    sendCalls: sendCallsOf({ chainId, from, calls }),
    sandbox,
    summary: `Claim ${formatWei(totalWei)} ETH for ${account} on ${name}, from ${count}.${paidElsewhere}`,
    cost,
    account,
    totalWei: totalWei.toString(),
    sources: payables.map(({ kind, source, amountWei }) => ({
      kind,
      address: source,
      amountWei: amountWei.toString(),
    })),
  };
}

/**
 * The amount that a claim can pay. A manager pays out only what other managers pay it: referral fees
 * would stay in it, and its own streams are claimed by those who pay its recipients.
 */
async function findClaimable(
  ctx: Pick<ServiceContext, "managers">,
  chain: LaunchChain,
  account: Address,
): Promise<Payable[]> {
  const all = await findPayables({ ctx, input: { chain, account } });
  const shares = all.filter(({ kind }) => kind === "manager");
  if (shares.length === all.length) return all;
  return (await chain.managerKind(account)) === "none" ? all : shares;
}

/** The first sources that one transaction can pay. */
function fitting(all: readonly Payable[]): Payable[] {
  let tokens = 0;
  return all.slice(0, SOURCES_MAX).filter((payable, index) => {
    tokens += payable.tokens.length;
    return index === 0 || tokens <= TOKENS_MAX;
  });
}

/**
 * The calls for the sources that pay. Others are left out: a call for several sources skips those that
 * refuse without an error, and one that reverts would refuse them all.
 * @throws CallRevertedError if no source pays
 */
async function sizePaying(
  chain: LaunchChain,
  request: PrepareClaimRequest,
  payables: readonly Payable[],
) {
  const sized = await sizeCalls(chain, request, payables).catch((error: unknown) => {
    if (error instanceof CallRevertedError && payables.length > 1) return null;
    throw error;
  });
  if (sized !== null && sized.skipped === 0) return { ...sized, payables };
  const paying: Payable[] = [];
  let refusal: CallRevertedError | null = null;
  for (const payable of payables) {
    try {
      await sizeCalls(chain, request, [payable]);
      paying.push(payable);
    } catch (error) {
      if (!(error instanceof CallRevertedError)) throw error;
      refusal ??= error;
    }
  }
  if (paying.length === 0 && refusal !== null) throw refusal;
  return { ...(await sizeCalls(chain, request, paying)), payables: paying };
}

async function sizeCalls(
  chain: LaunchChain,
  request: PrepareClaimRequest,
  payables: readonly Payable[],
) {
  const { from } = request;
  const isOneCall = isClaimMany(chain, payables);
  const calls = (await callsFor(chain, request, payables)).map(
    (call): PayableCall => ({ ...call, valueWei: 0n }),
  );
  const sized = await Promise.all(
    calls.map((call) => chain.simulatePayable(from, call, LATER_WORK_GAS)),
  );
  const gas = sized.reduce((sum, one) => sum + one.gas, 0n);
  const [first] = sized;
  const skipped = isOneCall && first !== undefined ? chain.skippedOf(first.output) : 0;
  return { calls, skipped, cost: await priceCalls(chain, { from, calls, gas }) };
}

/** Whether the first call is one for all fees. */
function isClaimMany({ deployment }: LaunchChain, payables: readonly Payable[]): boolean {
  const fees = payables.filter(({ kind }) => kind !== "referral");
  return fees.length > 1 && deployment.generations.length === 1;
}

/** One call for all fees, unless they belong to several generations of contracts; one for each hook. */
async function callsFor(
  chain: LaunchChain,
  { account, referralRecipient }: Pick<PrepareClaimRequest, "account" | "referralRecipient">,
  payables: readonly Payable[],
): Promise<Call[]> {
  const fees = payables.filter(({ kind }) => kind !== "referral");
  const referrals = payables.filter(({ kind }) => kind === "referral");
  return Promise.all([
    ...(isClaimMany(chain, payables)
      ? [chain.claimManyCall(account, fees)]
      : fees.map((payable) => chain.payoutCall(account, payable))),
    ...referrals.map((payable) =>
      referralRecipient === null
        ? chain.payoutCall(account, payable)
        : chain.referralToCall(payable.source, referralRecipient),
    ),
  ]);
}
