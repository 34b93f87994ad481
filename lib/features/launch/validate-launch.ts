import type { Address } from "viem";
import { keccak256, toBytes } from "viem";
import type { ServiceContext } from "@/lib/context";
import type { LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import { requireDestinations } from "@/lib/features/chains/require-destinations";
import { claimOf, findClaimed } from "@/lib/features/idempotency/keyed-request";
import type { KeyClaim } from "@/lib/features/idempotency/store/create-idempotency-store";
import { requireCapability } from "@/lib/features/managers/capabilities";
import { withImageErrors } from "@/lib/features/media/with-image-errors";
import { withIpfsErrors } from "@/lib/features/media/with-ipfs-errors";
import { requireAllowedImage } from "@/lib/features/moderation/require-allowed";
import { requireLaunching } from "@/lib/features/settings/require-launching";
import type { Payloads } from "@/lib/features/transactions/transaction";
import type { Session } from "@/lib/features/users/rules/account";
import { attachVideo } from "@/lib/features/video/attach-video";
import { requireLaunchableVideo } from "@/lib/features/video/require-shown-video";
import type { CallerLimits } from "@/lib/http/limits/caller-limits";
import type { Caller } from "@/lib/http/limits/callers";
import type { ChainSlug } from "@/lib/shared/chains";
import { AppError } from "@/lib/shared/errors";
import { checkTreasury } from "./check-treasury";
import { destinationsOf } from "./destinations";
import { findKeyedLaunch } from "./find-keyed-launch";
import { requirePeople, resolvePeople } from "./people";
import {
  requireAllowedLauncher,
  requireAllowedPayees,
  requireAllowedWallet,
} from "./require-allowed-launch";
import { requireConsent } from "./require-consent";
import { findStartProblem } from "./rules/start-time";
import { buildTokenMetadata, type TokenDescription } from "./rules/token-metadata";
import type { TreasuryRequest } from "./rules/treasury";
import type { LaunchRequest } from "./schema/request";

type Context = Pick<
  ServiceContext,
  | "accounts"
  | "clock"
  | "content"
  | "decisions"
  | "env"
  | "idempotency"
  | "ids"
  | "images"
  | "ipfs"
  | "log"
  | "moderation"
  | "settings"
  | "transactions"
  | "videoStore"
  | "wallets"
>;

export type LaunchInput = {
  chain: ChainSlug;
  request: LaunchRequest;
  idempotencyKey: string | null;
  /** The signed-in user who sends the request; null for all others. */
  findSession?: () => Promise<Session | null>;
  /** The sender of the request; null for our own programs. */
  caller: Caller | null;
  limit: CallerLimits["limit"];
};

type Checks = {
  launchChain: LaunchChain;
  claim: KeyClaim | null;
  /** The wallet that pays for the launch; null if the service pays. */
  sender: Address | null;
  /** Checks what the creator buys in the transaction of the launch; null without a first buy. */
  checkFirstBuy: ((marketCapUsdc: bigint) => Promise<void>) | null;
};

/** A launch that passed every check that needs no transaction. */
export type ValidatedLaunch = {
  id: string;
  request: LaunchRequest;
  token: TokenDescription;
  marketCapUsdc: bigint;
};

/**
 * Checks a launch of any sender, and counts it for its caller once it is valid. Stores nothing.
 * @returns null when another request with the key was accepted meanwhile
 * @throws AppError unsupported_operation, invalid_body, invalid_recipient, duplicate_recipients,
 *   invalid_video, creator_blocked, content_removed, rate_limited, launching_paused,
 *   dependency_unavailable
 */
export async function validateLaunch(
  ctx: Context,
  input: LaunchInput & Checks,
): Promise<ValidatedLaunch | null> {
  const { request, launchChain, claim, caller, sender, checkFirstBuy } = input;
  await requireLaunching({ ctx, chain: input.chain });
  const marketCapUsdc = chooseMarketCap(ctx, request.marketCapUsdc);
  await checkStartTime(ctx, request, claim);
  if (request.launchProtection) {
    requireCapability(launchChain, "launchProtection", "launchProtection");
  }
  await requireAllowedLauncher(ctx, request, { caller, sender });
  const destinations = destinationsOf(request, checkFirstBuy !== null);
  // Lookups cost resources even if the launch is rejected because of them.
  const isLookedUp =
    request.creator !== null ||
    request.treasury.kind !== "none" ||
    checkFirstBuy !== null ||
    request.videoUid !== null ||
    ctx.decisions.hasFingerprints();
  if (request.dryRun || isLookedUp) await input.limit("dryRun");
  const treasury = await validateTreasury(ctx, input);
  await requireAllowedPayees(ctx, launchChain, treasury);
  await requireDestinations(launchChain, destinations);
  const token = await attachVideo({ ctx, input: request });
  await requireAllowedContent(ctx, token);
  await checkFirstBuy?.(marketCapUsdc);
  await requirePeople(ctx, input);
  const id = await chooseJobId(ctx, claim, request);
  if (id === null) return null;
  if (!request.dryRun) await input.limit("launch");
  return { id, request: { ...request, treasury }, token, marketCapUsdc };
}

/**
 * Rejects a token whose image or video the operator has removed, and copies of them.
 * @throws AppError content_removed, dependency_unavailable
 */
export async function requireAllowedContent(
  ctx: Parameters<typeof requireAllowedImage>[0] & Pick<ServiceContext, "videoStore">,
  { imageIpfs, video }: TokenDescription,
): Promise<void> {
  if (video !== undefined) await requireLaunchableVideo(ctx, video.uid);
  await withImageErrors(withIpfsErrors(() => requireAllowedImage(ctx, imageIpfs)));
}

/**
 * Resolves the identities of a validated launch, which creates their wallets unless it is a dry run.
 * @param input.defaultCreator earns the fees of a launch that names no creator
 */
export async function resolveLaunch(
  ctx: Context,
  {
    chain,
    launchChain,
    validated: { id, request, token, marketCapUsdc },
    defaultCreator,
  }: {
    chain: ChainSlug;
    launchChain: LaunchChain;
    validated: ValidatedLaunch;
    defaultCreator: Address;
  },
) {
  const { creator, creatorAddress, treasury } = await resolvePeople(ctx, {
    chain,
    request,
    defaultCreator,
  });
  // The wallet provider may have identified the owner of the name only now.
  if (!request.dryRun) await requireAllowedWallet(ctx, request.creator, creatorAddress);
  if (treasury.kind === "fee_split") await requireAllowedPayees(ctx, launchChain, treasury);
  const payload: Omit<Payloads["launch"], "expectedAddress"> = {
    token,
    tokenUri: `ipfs://${await ctx.ipfs.cidOf(buildTokenMetadata(token))}`,
    creator: creatorAddress,
    creatorIdentity: request.creator,
    treasury,
    feeShareBps: request.feeShareBps,
    marketCapUsdc,
    launchId: keccak256(toBytes(id)),
    ...(request.startTime === undefined ? {} : { startTime: request.startTime }),
    ...(request.launchProtection === undefined ? {} : { launchProtection: true }),
    ...(request.referralPercent === undefined ? {} : { referralPercent: request.referralPercent }),
  };
  return { payload, creator };
}

/**
 * The claim of a launch's key. Launches that the service sends and those that a wallet sends share
 * it, so that one key creates one token.
 */
export function claimOfLaunch({
  chain,
  idempotencyKey: key,
  request,
}: Pick<LaunchInput, "chain" | "idempotencyKey" | "request">): KeyClaim | null {
  const asLaunch = { ...request, dryRun: undefined, proofOfWork: undefined };
  return claimOf({ operation: "launchMemecoin", chain, key, request: asLaunch });
}

/** The treasury option after its checks, with the consent of a dynamic split's moderator. */
async function validateTreasury(
  ctx: Context,
  {
    request: { treasury },
    launchChain: chain,
    sender,
    findSession = async () => null,
  }: LaunchInput & Pick<Checks, "launchChain" | "sender">,
): Promise<TreasuryRequest> {
  const kind = await checkTreasury(chain, treasury);
  if (treasury.kind !== "fee_split_manager") return treasury;
  if (kind !== "dynamic_split") return { ...treasury, consent: null };
  const { manager, consent } = treasury;
  const payer = sender === null ? "service" : "wallet";
  const given = await requireConsent({
    ctx,
    input: { chain, manager, consent, payer, findSession },
  });
  return { ...treasury, consent: given };
}

/**
 * With an Idempotency-Key, the id and therefore the token's address derive from key and body. A dry
 * run returns the address that a launch with the same key gets.
 * @returns null when another request with the key was accepted meanwhile
 */
async function chooseJobId(
  ctx: Pick<ServiceContext, "env" | "idempotency" | "ids" | "transactions">,
  claim: KeyClaim | null,
  { dryRun }: Pick<LaunchRequest, "dryRun">,
): Promise<string | null> {
  if (claim === null) return ctx.ids.randomId();
  const { operation, chain, key, fingerprint } = claim;
  const realm = ctx.env.realmOf(chain);
  const id = ctx.ids.keyedId([operation, chain, realm, key, fingerprint].join(" "));
  if ((await ctx.transactions.find(id)) === null) return id;
  // Keys expire after a day; the launches made with them remain.
  if ((await findClaimed(ctx, claim)) === null) return ctx.ids.randomId();
  return dryRun ? id : null;
}

function chooseMarketCap(ctx: Pick<ServiceContext, "env">, requested: bigint | null): bigint {
  const { MARKET_CAP_DEFAULT_USDC, MARKET_CAP_MIN_USDC, MARKET_CAP_MAX_USDC } = ctx.env;
  const chosen = requested ?? BigInt(MARKET_CAP_DEFAULT_USDC);
  if (chosen >= BigInt(MARKET_CAP_MIN_USDC) && chosen <= BigInt(MARKET_CAP_MAX_USDC)) return chosen;
  const message = `must be ${MARKET_CAP_MIN_USDC} to ${MARKET_CAP_MAX_USDC} (USDC with 6 decimals)`;
  throw new AppError("invalid_body", `marketCap: ${message}`, {
    details: [{ path: "marketCap", message }],
  });
}

/**
 * Refuses a start time that the contract would refuse, or that has passed when it is mined. A dry run of a
 * launch that was prepared in time precedes its repetition, which is possible.
 */
async function checkStartTime(
  ctx: Pick<ServiceContext, "clock" | "idempotency" | "transactions">,
  { startTime, dryRun }: Pick<LaunchRequest, "startTime" | "dryRun">,
  claim: KeyClaim | null,
): Promise<void> {
  if (startTime === undefined) return;
  const message = findStartProblem(startTime, Math.floor(ctx.clock.now().getTime() / 1_000));
  if (message === null) return;
  if (dryRun && claim !== null && (await findKeyedLaunch(ctx, claim)) !== null) return;
  throw new AppError("invalid_body", `startTime: ${message}`, {
    details: [{ path: "startTime", message }],
  });
}
