import type { Address } from "viem";
import type { ServiceContext } from "@/lib/context";
import type { LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import { orReleaseGas, releaseGas, reserveGas } from "@/lib/features/budget/reserve-gas";
import { GAS_TO_RESERVE } from "@/lib/features/budget/rules/gas-limit";
import { requireChain } from "@/lib/features/chains/require-chain";
import { rethrowChainError } from "@/lib/features/chains/rethrow-chain-error";
import { findClaimed } from "@/lib/features/idempotency/keyed-request";
import type { KeyClaim } from "@/lib/features/idempotency/store/create-idempotency-store";
import { recordOrigin } from "@/lib/features/moderation/record-origin";
import { requireProof, spendProof } from "@/lib/features/proof/require-proof";
import { watchStrain } from "@/lib/features/proof/watch-strain";
import { toLaunch } from "@/lib/features/transactions/kinds/launch";
import { isOfKind } from "@/lib/features/transactions/transaction";
import { markWithLaunch } from "@/lib/features/video/mark-video-used";
import type { Caller } from "@/lib/http/limits/callers";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { AppError } from "@/lib/shared/errors";
import type { ResolvedIdentity } from "@/lib/shared/identity";
import { dryRunLaunch } from "./dry-run-launch";
import { dryRunOf, findKeyedLaunch } from "./find-keyed-launch";
import { launchConflict } from "./launch-conflict";
import { estimateWaitSeconds } from "./rules/launch-job";
import { type LaunchAccepted, type LaunchAnswer, launchAccepted } from "./schema/answers";
import type { LaunchRequest } from "./schema/request";
import {
  claimOfLaunch,
  type LaunchInput,
  resolveLaunch,
  type ValidatedLaunch,
  validateLaunch,
} from "./validate-launch";

/** Only the operator can allow the wallet, so clients need not retry often. */
const NOT_ALLOWED_RETRY_SECONDS = 60;

type Context = Pick<
  ServiceContext,
  | "accounts"
  | "assets"
  | "auditLog"
  | "chains"
  | "clock"
  | "content"
  | "decisions"
  | "env"
  | "gasLedger"
  | "idempotency"
  | "ids"
  | "images"
  | "ipfs"
  | "launchOrigins"
  | "log"
  | "moderation"
  | "nonceGaps"
  | "proofs"
  | "serverWallet"
  | "settings"
  | "spentProofs"
  | "transactions"
  | "videoStore"
  | "videos"
  | "wallets"
>;

/**
 * Accepts a launch. Validates everything before it stores anything, then stores job, event and
 * idempotency claim in one transaction.
 * @param input.idempotencyKey 1 to 255 visible ASCII characters, or null
 * @param input.limit counts the request after validation and before its first side effect
 * @throws AppError unsupported_operation, invalid_body, missing_fields, invalid_video,
 *   invalid_recipient, duplicate_recipients, invalid_idempotency_key, idempotency_key_reused,
 *   launch_conflict, creator_blocked, content_removed, rate_limited, launching_paused, proof_of_work_required,
 *   invalid_proof_of_work, budget_exhausted, wallet_blocked, dependency_unavailable
 */
export async function submitLaunch({
  ctx,
  input,
}: {
  ctx: Context;
  input: LaunchInput;
}): Promise<LaunchAnswer> {
  const { chain, request } = input;
  const launchChain = requireChain(ctx, chain);
  const claim = claimOfLaunch(input);
  const replay = claim && (await findAnswer(ctx, claim, request));
  if (replay !== null) {
    await input.limit("dryRun");
    return replay;
  }

  const proof = request.dryRun ? null : await requireProofOf(ctx, input);
  const checks = { launchChain, claim, sender: null, checkFirstBuy: null };
  const validated = await validateLaunch(ctx, { ...input, ...checks });
  // Another request with the key was accepted meanwhile, so this is its repetition now.
  if (validated === null) return submitLaunch({ ctx, input });
  if (proof !== null) await spendProof({ ctx, input: { proof, transactionId: validated.id } });
  const gas = gasOf(request.treasury);
  const transactionId = request.dryRun ? null : validated.id;
  const reservation = { chain: launchChain, transactionId, gas, use: "launch" as const };
  // Reserve gas before creating wallets, so that a launch over the budget leaves nothing behind.
  const budget = await reserveGas({ ctx, input: reservation });
  const answer = await orReleaseGas({ ctx, input: reservation }, () =>
    acceptLaunch(ctx, {
      chain,
      launchChain,
      validated,
      claim,
      caller: input.caller,
    }),
  );
  // Each server also checks every few seconds, so the launch does not fail with this check.
  if (!request.dryRun) {
    await watchStrain({ ctx, known: [budget] }).catch((err: unknown) =>
      ctx.log.warn({ err }, "budgets not watched"),
    );
  }
  return answer;
}

/**
 * Refuses a launch that the contract would reject because its owner has not allowed the server wallet,
 * for example after its key was replaced. A dry run reports the contract's own error.
 * @throws AppError wallet_blocked, dependency_unavailable
 */
async function requireLauncher(launchChain: LaunchChain, chain: ChainSlug): Promise<void> {
  if (await launchChain.mayLaunch().catch(rethrowChainError)) return;
  const text = `The server wallet on ${CHAINS[chain].name} may not launch until the operator allows it. Nothing was queued or sent.`;
  throw new AppError("wallet_blocked", text, { retryAfterSeconds: NOT_ALLOWED_RETRY_SECONDS });
}

function requireProofOf(ctx: Context, { chain, request, caller }: LaunchInput) {
  const text = request.proofOfWork ?? null;
  // Our own programs need none.
  const isExempt = caller === null || caller.isExempt;
  return requireProof({ ctx, input: { chain, text, isExempt } });
}

/** Resolves the wallets and stores the launch, or returns the result of a dry run. */
async function acceptLaunch(
  ctx: Context,
  input: {
    chain: ChainSlug;
    launchChain: LaunchChain;
    validated: ValidatedLaunch;
    claim: KeyClaim | null;
    caller: Caller | null;
  },
): Promise<LaunchAnswer> {
  const { chain, launchChain, validated, claim, caller } = input;
  const { id, token } = validated;
  const defaultCreator = ctx.serverWallet;
  if (!validated.request.dryRun) await requireLauncher(launchChain, chain);
  const { payload, creator } = await resolveLaunch(ctx, {
    chain,
    launchChain,
    validated,
    defaultCreator,
  });
  if (validated.request.dryRun) {
    const address = creator?.isCreated ? creator.address : null;
    return dryRunLaunch(launchChain, toLaunch(payload), creator && { type: creator.type, address });
  }
  const walletProvider = creator && { type: creator.type, address: creator.address };

  const expectedAddress = await launchChain
    .predictToken(toLaunch(payload))
    .catch(rethrowChainError);
  const answer = await acceptedAnswer(ctx, chain, id, walletProvider, expectedAddress);
  const { chainId } = launchChain.deployment;
  const origin = { chainId, token: expectedAddress, jobId: id, caller };
  await recordOrigin({ ctx, input: { ...origin, creator: validated.request.creator } });
  const stored = await ctx.transactions.insert(
    { id, kind: "launch", chain, payload: { ...payload, expectedAddress } },
    {
      isRunHere: false,
      claim: claim && { ...claim, answer },
      ...markWithLaunch(ctx, token.video),
    },
  );
  if (stored !== null) return answer;
  await releaseGas({ ctx, input: { chain: launchChain, transactionId: id } });
  // A concurrent request with the same key was stored first: return its answer.
  const first = claim && (await findReplay(ctx, claim));
  return first ?? answer;
}

function gasOf(treasury: LaunchRequest["treasury"]): bigint {
  return GAS_TO_RESERVE.launch(treasury.kind === "fee_split" ? treasury.recipients.length : 0);
}

/** The answer to a request whose key has a launch; null for a new key. */
async function findAnswer(
  ctx: Pick<ServiceContext, "idempotency" | "transactions">,
  claim: KeyClaim,
  { dryRun }: Pick<LaunchRequest, "dryRun">,
): Promise<LaunchAnswer | null> {
  if (!dryRun) return findReplay(ctx, claim);
  const known = await findKeyedLaunch(ctx, claim);
  return known && dryRunOf(known);
}

/** @throws AppError launch_conflict if a wallet launches with the key */
async function findReplay(
  ctx: Pick<ServiceContext, "idempotency" | "transactions">,
  claim: KeyClaim,
): Promise<LaunchAccepted | null> {
  const found = await findClaimed(ctx, claim);
  if (found === null) return null;
  const accepted = launchAccepted.safeParse(found.answer);
  if (accepted.success) {
    // The stored answer has the address of the contracts that were the newest then.
    const job = await ctx.transactions.find(accepted.data.jobId);
    const isKnown = job !== null && isOfKind(job, "launch");
    return isKnown
      ? { ...accepted.data, expectedAddress: job.payload.expectedAddress }
      : accepted.data;
  }
  throw launchConflict("service", found.answer);
}

async function acceptedAnswer(
  ctx: Pick<ServiceContext, "transactions">,
  chain: ChainSlug,
  jobId: string,
  walletProvider: Pick<ResolvedIdentity, "type" | "address"> | null,
  expectedAddress: Address,
) {
  const { recentSeconds, ...queue } = await ctx.transactions.queueState(chain);
  return {
    success: true as const,
    message: "Memecoin launch request queued",
    jobId,
    queueStatus: {
      ...queue,
      waitingJobs: queue.waitingJobs + 1,
      estimatedWaitSeconds: estimateWaitSeconds(queue.position, recentSeconds),
    },
    walletProvider,
    expectedAddress,
  };
}
