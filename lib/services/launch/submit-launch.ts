import { createHash } from "node:crypto";
import { type Address, keccak256, toBytes } from "viem";
import type { ServiceContext } from "../../context";
import type { ChainSlug } from "../../domain/chains";
import { AppError } from "../../domain/errors";
import type { ResolvedIdentity } from "../../domain/identity";
import { estimateWaitSeconds } from "../../domain/launch-job";
import { buildTokenMetadata } from "../../domain/token-metadata";
import type { LimitPolicyName } from "../../operations/limits";
import { type LaunchAnswer, type LaunchRequest, launchAccepted } from "../../schemas/launch";
import { rehearseLaunch } from "./rehearse-launch";
import { requireChain } from "./require-chain";
import { toLaunchCall } from "./to-launch-call";

export const MANAGERS_UNSUPPORTED = "Manager operations are not supported on this chain";
const OPERATION = "launchMemecoin";

/**
 * Accepts a launch: everything that can be wrong is found before anything is stored, and what is
 * stored (job, event, idempotency claim) is stored at once.
 * @param input.idempotencyKey 1 to 255 visible ASCII characters, or null
 * @param input.admit counts the request, once it has proved valid and before its first cost
 * @throws AppError unsupported_operation, invalid_body, invalid_idempotency_key,
 *   idempotency_key_reused, rate_limited, dependency_unavailable
 */
export async function submitLaunch({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: {
    chain: ChainSlug;
    request: LaunchRequest;
    idempotencyKey: string | null;
    admit: (policy: LimitPolicyName) => Promise<void>;
  };
}): Promise<LaunchAnswer> {
  const { chain, request, idempotencyKey } = input;
  const launchChain = requireChain(ctx, chain);
  if (request.wantsManager) throw new AppError("unsupported_operation", MANAGERS_UNSUPPORTED);
  const marketCapUsdc = chooseMarketCap(ctx, request.marketCapUsdc);

  const key = idempotencyKey === null ? null : checkKey(idempotencyKey);
  const claim =
    key === null ? null : { operation: OPERATION, chain, key, fingerprint: fingerprintOf(request) };
  if (claim && !request.dryRun) {
    const replay = await findReplay(ctx, claim);
    if (replay !== null) return replay;
  }

  await input.admit(request.dryRun ? "rehearsal" : "launch");
  const creator = request.creator && (await ctx.wallets.resolve(request.creator));
  const id = ctx.ids.jobId();
  const job = {
    id,
    chain,
    token: request.token,
    tokenUri: `ipfs://${await ctx.ipfs.cidOf(buildTokenMetadata(request.token))}`,
    creator: creator?.address ?? ctx.serverWallet,
    creatorShareBps: request.creatorShareBps,
    marketCapUsdc,
    launchId: keccak256(toBytes(id)),
  };
  const walletProvider = creator && { type: creator.type, address: creator.address };
  if (request.dryRun) return rehearseLaunch(launchChain, toLaunchCall(job), walletProvider);

  const expectedAddress = await launchChain.predictToken(toLaunchCall(job)).catch(unavailable);
  const answer = await acceptedAnswer(ctx, chain, id, walletProvider, expectedAddress);
  const stored = await ctx.launches.insert(
    { ...job, expectedAddress },
    claim && { ...claim, answer },
  );
  if (stored === "inserted") return answer;
  // The same key arrived twice at once and the other request was first: its answer is ours.
  const replay = claim && (await findReplay(ctx, claim));
  if (replay) return replay;
  throw new AppError("internal_error", undefined, {
    cause: new Error("An idempotency claim was lost"),
  });
}

function chooseMarketCap(ctx: ServiceContext, asked: bigint | null): bigint {
  const { MARKET_CAP_DEFAULT_USDC, MARKET_CAP_MIN_USDC, MARKET_CAP_MAX_USDC } = ctx.env;
  const chosen = asked ?? BigInt(MARKET_CAP_DEFAULT_USDC);
  if (chosen >= BigInt(MARKET_CAP_MIN_USDC) && chosen <= BigInt(MARKET_CAP_MAX_USDC)) return chosen;
  const message = `must be ${MARKET_CAP_MIN_USDC} to ${MARKET_CAP_MAX_USDC} (USDC with 6 decimals)`;
  throw new AppError("invalid_body", `marketCap: ${message}`, {
    details: [{ path: "marketCap", message }],
  });
}

function checkKey(key: string): string {
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new AppError(
    "invalid_idempotency_key",
    "Idempotency-Key must be 1 to 255 visible ASCII characters",
  );
}

/** Equal for equal requests, whatever the order of their fields and the fields that are ignored. */
function fingerprintOf(request: LaunchRequest): string {
  const { token, creator, creatorShareBps, marketCapUsdc } = request;
  const essence = [
    Object.entries(token).sort(([a], [b]) => (a < b ? -1 : 1)),
    creator && [creator.type, creator.id],
    creatorShareBps,
    marketCapUsdc?.toString() ?? null,
  ];
  return createHash("sha256").update(JSON.stringify(essence)).digest("hex");
}

async function findReplay(
  ctx: ServiceContext,
  claim: { operation: string; chain: ChainSlug; key: string; fingerprint: string },
): Promise<LaunchAnswer | null> {
  const found = await ctx.launches.findIdempotentAnswer(claim);
  if (found === null) return null;
  if (found.fingerprint === claim.fingerprint) return launchAccepted.parse(found.answer);
  throw new AppError(
    "idempotency_key_reused",
    "This Idempotency-Key was used with another request body",
  );
}

async function acceptedAnswer(
  ctx: ServiceContext,
  chain: ChainSlug,
  jobId: string,
  walletProvider: Pick<ResolvedIdentity, "type" | "address"> | null,
  expectedAddress: Address,
) {
  const { recentSeconds, ...queue } = await ctx.launches.queueState(chain, null);
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

function unavailable(cause: unknown): never {
  throw new AppError("dependency_unavailable", "The chain does not answer. Nothing was queued.", {
    cause,
    retryAfterSeconds: 5,
  });
}
