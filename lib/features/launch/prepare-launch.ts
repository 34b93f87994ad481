import { zeroHash } from "viem";
import type { ServiceContext } from "@/lib/context";
import type { LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import { readChainTime } from "@/lib/features/chains/read-chain-time";
import { requireChain } from "@/lib/features/chains/require-chain";
import { rethrowChainError } from "@/lib/features/chains/rethrow-chain-error";
import type { KeyClaim } from "@/lib/features/idempotency/store/create-idempotency-store";
import { requireCapability } from "@/lib/features/managers/capabilities";
import type { PreviewedWallet } from "@/lib/features/managers/preview-wallet";
import { type StoreContext, storeContent } from "@/lib/features/media/store-content";
import { recordOrigin } from "@/lib/features/moderation/record-origin";
import { requireLaunching } from "@/lib/features/settings/require-launching";
import { quotasOfCaller } from "@/lib/features/storage/quotas-of-caller";
import type { TransactionContext } from "@/lib/features/transactions/kinds/kind";
import { correctAddress, toLaunch } from "@/lib/features/transactions/kinds/launch";
import { settleNow } from "@/lib/features/transactions/settle";
import { isOfKind, type Payloads, type Transaction } from "@/lib/features/transactions/transaction";
import { markVideoUsed, markWithLaunch } from "@/lib/features/video/mark-video-used";
import type { Caller } from "@/lib/http/limits/callers";
import { AppError } from "@/lib/shared/errors";
import type { Identity } from "@/lib/shared/identity";
import { checkFirstBuy } from "./check-first-buy";
import { describePermit } from "./describe-permit";
import { dryRunOf, findKeyedLaunch } from "./find-keyed-launch";
import { alreadyLaunched, launchConflict } from "./launch-conflict";
import { countWalletsOfPeople } from "./people";
import { requireAllowedLauncher, requireAllowedPayees } from "./require-allowed-launch";
import { permitEnd, renewConsent } from "./require-consent";
import { PERMIT_RENEWAL_SECONDS, PERMIT_SECONDS } from "./rules/launch-permit";
import { buildTokenMetadata } from "./rules/token-metadata";
import type { PrepareLaunchAnswer, PrepareLaunchRequest } from "./schema/prepare";
import {
  claimOfLaunch,
  type LaunchInput,
  requireAllowedContent,
  resolveLaunch,
  validateLaunch,
} from "./validate-launch";

type Context = Pick<
  ServiceContext,
  | keyof StoreContext
  | keyof TransactionContext
  | "accounts"
  | "decisions"
  | "env"
  | "idempotency"
  | "ids"
  | "images"
  | "launchOrigins"
  | "moderation"
  | "settings"
  | "videoStore"
  | "videos"
>;

type Input = Omit<LaunchInput, "request"> & { request: PrepareLaunchRequest };
type Payload = Payloads["prepared_launch"];
type Described = Awaited<ReturnType<typeof describePermit>>;

/**
 * Prepares a launch that another wallet sends and pays for: checks it like every launch, and
 * returns the calls with a permit of the server wallet, which is valid for this launch and this
 * sender only. The launch id is the one that the service's own launch with the same key would use.
 * @param input.limit counts the request after validation and before its first side effect
 * @throws AppError unsupported_operation, invalid_body, missing_fields, invalid_video,
 *   invalid_recipient, duplicate_recipients, invalid_idempotency_key, idempotency_key_reused,
 *   launch_conflict, creator_blocked, content_removed, rate_limited, launching_paused, storage_full,
 *   dependency_unavailable
 */
export async function prepareLaunch({
  ctx,
  input,
}: {
  ctx: Context;
  input: Input;
}): Promise<PrepareLaunchAnswer> {
  const { chain, request, caller } = input;
  const { launch, sender, firstBuyWei, slippageBps } = request;
  const launchChain = requireChain(ctx, chain);
  requireCapability(launchChain, "walletFundedLaunch");
  const keyed = { ...input, request: launch };
  const claim = claimOfLaunch(keyed);
  const known = claim && !launch.dryRun ? await findPrepared(ctx, claim) : null;
  if (known !== null) {
    await input.limit("dryRun");
    await requireAllowedLauncher(ctx, launch, { caller, sender });
    await requireAllowedPayees(ctx, launchChain, known.payload.treasury);
    await requireAllowedContent(ctx, known.payload.token);
    return repeat(ctx, { ...input, chain: launchChain, job: known });
  }

  const validated = await validateLaunch(ctx, {
    ...keyed,
    launchChain,
    claim,
    sender,
    checkFirstBuy:
      firstBuyWei === 0n
        ? null
        : (marketCapUsdc) => checkFirstBuy(ctx, launchChain, { request, marketCapUsdc }),
  });
  // Another request with the key was accepted meanwhile, so this is its repetition now.
  if (validated === null) return prepareLaunch({ ctx, input });
  await countWalletsOfPeople(ctx, keyed);
  // Before wallets are created, which a refusal would leave behind. The token's page shows the metadata
  // as soon as the sender launches.
  const tokenUri = launch.dryRun
    ? null
    : await storeUnsentMetadata(ctx, { token: validated.token, caller });
  const resolved = await resolveLaunch(ctx, {
    chain,
    launchChain,
    validated,
    defaultCreator: sender,
  });
  const payload: Payload = {
    ...resolved.payload,
    expectedAddress: await launchChain
      .predictToken(toLaunch(resolved.payload))
      .catch(rethrowChainError),
    sender,
    firstBuyWei,
    slippageBps,
    deadline: permitEnd(resolved.payload.treasury, await newDeadline(ctx, launchChain)),
  };
  const { creator } = resolved;
  if (launch.dryRun) return answerDryRun(ctx, { chain: launchChain, payload, creator, claim });
  const described = await describePermit(launchChain, payload);
  const { id } = validated;
  const first = await storePrepared(ctx, {
    id,
    chain,
    launchChain,
    claim,
    payload,
    tokenUri,
    by: { creator: launch.creator, caller },
  });
  if (first !== null) return repeat(ctx, { ...input, chain: launchChain, job: first });
  return answerOf(id, described, creator);
}

/** Answers a dry run: with the launch of its key, if there is one. */
async function answerDryRun(
  ctx: Context,
  input: {
    chain: LaunchChain;
    payload: Payload;
    creator: (PreviewedWallet & Pick<Identity, "type">) | null;
    claim: KeyClaim | null;
  },
): Promise<PrepareLaunchAnswer> {
  const { chain, payload, creator, claim } = input;
  const known = claim && (await findKeyedLaunch(ctx, claim));
  // The contract refuses the id of a launch that was sent meanwhile.
  const asked = known === null ? payload : { ...payload, launchId: zeroHash };
  const { sendCalls: _unsent, expiresAt: _end, ...preview } = await describePermit(chain, asked);
  const address = creator?.isCreated ? creator.address : null;
  const walletProvider = creator && { type: creator.type, address };
  const message = "Dry run: the launch would be prepared";
  const answer = { success: true, message, dryRun: true, walletProvider, ...preview } as const;
  return known === null ? answer : { ...answer, ...dryRunOf(known) };
}

/** Stores a prepared launch. @returns the launch that a concurrent request with the same key stored first, or null */
async function storePrepared(
  ctx: Context,
  input: {
    id: string;
    chain: Input["chain"];
    launchChain: LaunchChain;
    claim: KeyClaim | null;
    payload: Payload;
    tokenUri: string | null;
    by: { creator: Identity | null; caller: Caller | null };
  },
): Promise<Transaction<"prepared_launch"> | null> {
  const { id, chain, launchChain, claim, payload, tokenUri, by } = input;
  const use = markWithLaunch(ctx, payload.token.video);
  requireSameUri(id, { accepted: payload.tokenUri, stored: tokenUri });
  const { chainId } = launchChain.deployment;
  const origin = { chainId, token: payload.expectedAddress, jobId: id };
  await recordOrigin({ ctx, input: { ...origin, ...by } });
  // Servers of an earlier release, which run during an update, read `prepared`.
  const answer = { jobId: id, prepared: true };
  const launch = { id, kind: "prepared_launch", chain, payload } as const;
  const options = { isRunHere: false, claim: claim && { ...claim, answer }, ...use };
  const stored = await ctx.transactions.insert(launch, options);
  return stored === null && claim ? findPrepared(ctx, claim) : null;
}

/** The launch that was prepared with a key; null for a new key. */
async function findPrepared(
  ctx: Pick<Context, "idempotency" | "transactions">,
  claim: KeyClaim,
): Promise<Transaction<"prepared_launch"> | null> {
  const job = await findKeyedLaunch(ctx, claim);
  if (job === null || isOfKind(job, "prepared_launch")) return job;
  throw launchConflict("wallet", { jobId: job.id });
}

/**
 * The calls of a launch that was prepared before: the same permit, or a new one for the same launch
 * id when it is about to expire. It counts as no second launch, because the contract accepts an id
 * once.
 */
async function repeat(
  ctx: Context,
  {
    chain,
    job,
    request,
    caller,
    findSession = async () => null,
  }: Pick<Input, "request" | "caller" | "findSession"> & {
    chain: LaunchChain;
    job: Transaction<"prepared_launch">;
  },
): Promise<PrepareLaunchAnswer> {
  const { id, payload: before } = job;
  const { sender, firstBuyWei, slippageBps } = request;
  const isSame =
    before.sender === sender &&
    before.firstBuyWei === firstBuyWei &&
    before.slippageBps === slippageBps;
  if (!isSame) {
    throw new AppError(
      "idempotency_key_reused",
      "This Idempotency-Key was used with another sender or first buy",
    );
  }
  if (job.state === "failed" && (await chain.findToken(before.launchId).catch(rethrowChainError))) {
    // A node that lagged hid the token when the permit expired.
    await ctx.transactions.renewPermit(id, before);
  }
  const state = await settleNow(ctx, { id }).catch(rethrowChainError);
  if (state === "completed") throw await alreadyLaunched(ctx, job);
  const expectedAddress = await chain.predictToken(toLaunch(before)).catch(rethrowChainError);
  if (!(await correctAddress(ctx, job, expectedAddress))) throw await alreadyLaunched(ctx, job);
  const latest = await newDeadline(ctx, chain);
  const leftSeconds = before.deadline - latest + BigInt(PERMIT_SECONDS);
  const isFresh = state !== "failed" && leftSeconds > BigInt(PERMIT_RENEWAL_SECONDS);
  // A new permit allows a launch for ten more minutes; the one before is valid anyway.
  if (!isFresh) await requireLaunching({ ctx, chain: chain.deployment.slug });
  const renewal = { chain, before, deadline: latest, request, findSession };
  const renewed = isFresh ? before : await renewConsent({ ctx, input: renewal });
  const payload: Payload = { ...renewed, expectedAddress };
  const described = await describePermit(chain, payload);
  if (!isFresh) {
    // The video of an expired launch may have been removed.
    if (payload.token.video !== undefined) await markVideoUsed({ ctx, input: payload.token.video });
    const stored = await storeUnsentMetadata(ctx, { token: payload.token, caller });
    requireSameUri(id, { accepted: payload.tokenUri, stored });
    const isRenewed = await ctx.transactions.renewPermit(id, payload);
    if (!isRenewed) throw await alreadyLaunched(ctx, job);
  }
  const { creatorIdentity, creator } = payload;
  const type = creatorIdentity?.type;
  return answerOf(id, described, type === undefined ? null : { type, address: creator });
}

/**
 * Stores the metadata like an upload of the caller, which is removed if the launch is never sent. Its
 * image is moderated once the token exists.
 * @returns its URI
 */
async function storeUnsentMetadata(
  ctx: Context,
  { token, caller }: { token: Payload["token"]; caller: Caller | null },
): Promise<string> {
  const bytes = buildTokenMetadata(token);
  const quotas = quotasOfCaller(ctx, caller);
  return `ipfs://${await storeContent({ ctx, input: { bytes, quotas } })}`;
}

function requireSameUri(
  id: string,
  { accepted, stored }: { accepted: string; stored: string | null },
): void {
  if (accepted === stored) return;
  throw new Error(`Launch ${id} is prepared with ${accepted} but its metadata is ${stored}`);
}

function answerOf(
  jobId: string,
  described: Described,
  creator: (Pick<PreviewedWallet, "address"> & Pick<Identity, "type">) | null,
): PrepareLaunchAnswer {
  const walletProvider = creator && { type: creator.type, address: creator.address };
  const message = "Launch prepared: the wallet sends it";
  return { success: true, message, jobId, walletProvider, ...described };
}

async function newDeadline(
  ctx: Pick<Context, "clock">,
  chain: Pick<LaunchChain, "timestamp">,
): Promise<bigint> {
  return (await readChainTime(ctx, chain).catch(rethrowChainError)) + BigInt(PERMIT_SECONDS);
}
