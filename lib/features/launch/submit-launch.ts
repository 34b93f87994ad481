import { type Address, keccak256, toBytes } from "viem";
import type { ServiceContext } from "@/lib/context";
import type { LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import { orReleaseGas, reserveGas } from "@/lib/features/budget/reserve-gas";
import { GAS_TO_RESERVE } from "@/lib/features/budget/rules/gas-limit";
import { requireChain } from "@/lib/features/chains/require-chain";
import { unavailable } from "@/lib/features/chains/unavailable";
import { claimOf, findClaimed } from "@/lib/features/idempotency/keyed-request";
import type { KeyClaim } from "@/lib/features/idempotency/store/create-idempotency-store";
import { type PreviewedWallet, previewWallet } from "@/lib/features/managers/preview-wallet";
import { resolveInTime } from "@/lib/features/managers/resolve-in-time";
import { requireLaunching } from "@/lib/features/settings/require-launching";
import { toLaunch } from "@/lib/features/transactions/kinds/launch";
import type { Session } from "@/lib/features/users/rules/account";
import { attachVideo } from "@/lib/features/video/attach-video";
import { markVideoUsed } from "@/lib/features/video/mark-video-used";
import type { LimitPolicyName } from "@/lib/operations/limits";
import type { ChainSlug } from "@/lib/shared/chains";
import { AppError } from "@/lib/shared/errors";
import type { Identity, ResolvedIdentity } from "@/lib/shared/identity";
import { checkTreasury } from "./check-treasury";
import { dryRunLaunch } from "./dry-run-launch";
import { requireConsent } from "./require-consent";
import { resolveTreasury } from "./resolve-treasury";
import { estimateWaitSeconds } from "./rules/launch-job";
import { findStartProblem } from "./rules/start-time";
import { buildTokenMetadata } from "./rules/token-metadata";
import type { TreasuryRequest } from "./rules/treasury";
import { type LaunchAnswer, type LaunchRequest, launchAccepted } from "./schema";

type Context = Pick<
  ServiceContext,
  | "accounts"
  | "assets"
  | "chains"
  | "clock"
  | "env"
  | "gasLedger"
  | "idempotency"
  | "ids"
  | "ipfs"
  | "log"
  | "nonceGaps"
  | "serverWallet"
  | "settings"
  | "transactions"
  | "videoStore"
  | "videos"
  | "wallets"
>;

type Input = {
  chain: ChainSlug;
  request: LaunchRequest;
  idempotencyKey: string | null;
  /** The signed-in user who sends the request; null for everybody else. */
  findSession?: () => Promise<Session | null>;
  limit: (policy: LimitPolicyName) => Promise<void>;
};

/**
 * Accepts a launch. Validates everything before it stores anything, then stores job, event and
 * idempotency claim in one transaction.
 * @param input.idempotencyKey 1 to 255 visible ASCII characters, or null
 * @param input.limit counts the request after validation and before its first side effect
 * @throws AppError unsupported_operation, invalid_body, missing_fields, invalid_video,
 *   duplicate_recipients, invalid_idempotency_key, idempotency_key_reused, rate_limited,
 *   launching_paused, budget_exhausted, wallet_blocked, dependency_unavailable
 */
export async function submitLaunch({
  ctx,
  input,
}: {
  ctx: Context;
  input: Input;
}): Promise<LaunchAnswer> {
  const { chain, request } = input;
  const launchChain = requireChain(ctx, chain);
  const marketCapUsdc = chooseMarketCap(ctx, request.marketCapUsdc);

  const claim = claimOfLaunch(input);
  if (claim && !request.dryRun) {
    const replay = await findReplay(ctx, claim);
    if (replay !== null) {
      await input.limit("dryRun");
      return replay;
    }
  }

  await requireLaunching({ ctx, chain });
  checkStartTime(ctx, request.startTime);
  // Lookups cost resources even if the launch is rejected because of them.
  const isLookedUp = namesManager(request.treasury) || request.videoUid !== null;
  if (request.dryRun || isLookedUp) await input.limit("dryRun");
  const treasury = await admitTreasury(ctx, input, launchChain);
  const token = await attachVideo({ ctx, input: request });
  if (!request.dryRun) await input.limit("launch");
  const id = await chooseJobId(ctx, claim);
  const gas = gasOf(request.treasury);
  const reservation = { chain: launchChain, operationId: request.dryRun ? null : id, gas };
  // Reserve gas before creating wallets, so that a launch over the budget leaves nothing behind.
  await reserveGas({ ctx, input: reservation });
  return orReleaseGas({ ctx, input: reservation }, () =>
    acceptLaunch(ctx, {
      ...input,
      request: { ...request, treasury },
      launchChain,
      token,
      marketCapUsdc,
      claim,
      id,
    }),
  );
}

/** The treasury option after its checks, with the consent of a dynamic split's moderator. */
async function admitTreasury(
  ctx: Context,
  { request: { treasury }, findSession = async () => null }: Input,
  chain: LaunchChain,
): Promise<TreasuryRequest> {
  const kind = await checkTreasury(chain, treasury);
  if (treasury.kind !== "fee_split_manager") return treasury;
  if (kind !== "dynamic_split") return { ...treasury, consent: null };
  const { manager, consent } = treasury;
  const given = await requireConsent({ ctx, input: { chain, manager, consent, findSession } });
  return { ...treasury, consent: given };
}

/** Resolves the wallets and stores the launch, or answers a dry run. */
async function acceptLaunch(
  ctx: Context,
  input: Input & {
    launchChain: LaunchChain;
    token: Awaited<ReturnType<typeof attachVideo>>;
    marketCapUsdc: bigint;
    claim: KeyClaim | null;
    id: string;
  },
): Promise<LaunchAnswer> {
  const { chain, request, launchChain, token, marketCapUsdc, claim, id } = input;
  const { creator, creatorAddress, treasury } = await resolveWallets(ctx, chain, request);
  const payload = {
    token,
    tokenUri: `ipfs://${await ctx.ipfs.cidOf(buildTokenMetadata(token))}`,
    creator: creatorAddress,
    creatorIdentity: request.creator,
    treasury,
    feeShareBps: request.feeShareBps,
    marketCapUsdc,
    launchId: keccak256(toBytes(id)),
    ...(request.startTime === undefined ? {} : { startTime: request.startTime }),
  };
  if (request.dryRun) {
    const address = creator?.isCreated ? creator.address : null;
    return dryRunLaunch(launchChain, toLaunch(payload), creator && { type: creator.type, address });
  }
  const walletProvider = creator && { type: creator.type, address: creator.address };

  const expectedAddress = await launchChain.predictToken(toLaunch(payload)).catch(unavailable);
  if (token.video !== undefined) await markVideoUsed({ ctx, input: token.video });
  const answer = await acceptedAnswer(ctx, chain, id, walletProvider, expectedAddress);
  const stored = await ctx.transactions.insert(
    { id, kind: "launch", chain, payload: { ...payload, expectedAddress } },
    { isRunHere: false, claim: claim && { ...claim, answer } },
  );
  // If a concurrent request with the same key was stored first, return its answer.
  const first = stored === null && claim ? await findReplay(ctx, claim) : null;
  return first ?? answer;
}

/**
 * With an Idempotency-Key, the id and therefore the token's address derive from key and body. A dry
 * run returns the address that a launch with the same key gets.
 */
async function chooseJobId(
  ctx: Pick<ServiceContext, "env" | "ids" | "transactions">,
  claim: KeyClaim | null,
): Promise<string> {
  if (claim === null) return ctx.ids.jobId();
  const { operation, chain, key, fingerprint } = claim;
  const realm = ctx.env.realmOf(chain);
  const id = ctx.ids.jobIdOf([operation, chain, realm, key, fingerprint].join(" "));
  // Keys expire after a day; the launches made with them remain.
  return (await ctx.transactions.find(id)) === null ? id : ctx.ids.jobId();
}

function claimOfLaunch({ chain, idempotencyKey: key, request }: Input): KeyClaim | null {
  const asLaunch = { ...request, dryRun: undefined };
  return claimOf({ operation: "launchMemecoin", chain, key, request: asLaunch });
}

function gasOf(treasury: LaunchRequest["treasury"]): bigint {
  return GAS_TO_RESERVE.launch(treasury.kind === "fee_split" ? treasury.recipients.length : 0);
}

/** Resolves the wallets of the creator and of the fee recipients. */
function resolveWallets(
  ctx: Pick<ServiceContext, "serverWallet" | "wallets">,
  chain: ChainSlug,
  request: LaunchRequest,
) {
  return resolveInTime(async () => {
    const { dryRun } = request;
    const creator = request.creator && (await walletOfCreator(ctx, request.creator, dryRun));
    const creatorAddress = creator?.address ?? ctx.serverWallet;
    const treasury = await resolveTreasury(ctx, chain, request.treasury, creatorAddress, dryRun);
    return { creator, creatorAddress, treasury };
  });
}

function namesManager({ kind }: LaunchRequest["treasury"]): boolean {
  return kind === "revenue_manager" || kind === "fee_split_manager";
}

/** A dry run creates no wallet; otherwise free requests could create thousands. */
async function walletOfCreator(
  ctx: Pick<ServiceContext, "wallets">,
  identity: Identity,
  isDryRun: boolean,
): Promise<PreviewedWallet & Pick<Identity, "type">> {
  const { type } = identity;
  if (isDryRun) return { type, ...(await previewWallet(ctx, identity)) };
  const { address } = await ctx.wallets.resolve(identity);
  return { type, address, isCreated: true };
}

function chooseMarketCap(ctx: Pick<ServiceContext, "env">, asked: bigint | null): bigint {
  const { MARKET_CAP_DEFAULT_USDC, MARKET_CAP_MIN_USDC, MARKET_CAP_MAX_USDC } = ctx.env;
  const chosen = asked ?? BigInt(MARKET_CAP_DEFAULT_USDC);
  if (chosen >= BigInt(MARKET_CAP_MIN_USDC) && chosen <= BigInt(MARKET_CAP_MAX_USDC)) return chosen;
  const message = `must be ${MARKET_CAP_MIN_USDC} to ${MARKET_CAP_MAX_USDC} (USDC with 6 decimals)`;
  throw new AppError("invalid_body", `marketCap: ${message}`, {
    details: [{ path: "marketCap", message }],
  });
}

/** Refuses what the contract would refuse, or open at once, by the time it is mined. */
function checkStartTime(ctx: Pick<ServiceContext, "clock">, startTime: number | undefined): void {
  if (startTime === undefined) return;
  const message = findStartProblem(startTime, Math.floor(ctx.clock.now().getTime() / 1_000));
  if (message === null) return;
  throw new AppError("invalid_body", `startTime: ${message}`, {
    details: [{ path: "startTime", message }],
  });
}

async function findReplay(
  ctx: Pick<ServiceContext, "idempotency">,
  claim: KeyClaim,
): Promise<LaunchAnswer | null> {
  const found = await findClaimed(ctx, claim);
  return found === null ? null : launchAccepted.parse(found.answer);
}

async function acceptedAnswer(
  ctx: Pick<ServiceContext, "transactions">,
  chain: ChainSlug,
  jobId: string,
  walletProvider: Pick<ResolvedIdentity, "type" | "address"> | null,
  expectedAddress: Address,
) {
  const { recentSeconds, ...queue } = await ctx.transactions.queueState(chain, null);
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
