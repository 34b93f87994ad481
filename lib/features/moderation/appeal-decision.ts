import type { ServiceContext } from "@/lib/context";
import { walletsOf } from "@/lib/features/users/require-account";
import type { Session } from "@/lib/features/users/rules/account";
import type { Account } from "@/lib/features/users/store/create-account-store";
import type { Caller } from "@/lib/http/limits/callers";
import type { LimitPolicyName } from "@/lib/operations/limits";
import { AppError } from "@/lib/shared/errors";
import { creatorsOf, findBlocks, isBlockInForce, isSame } from "./find-blocks";
import { type FoundTarget, readTarget, senderOf } from "./read-target";
import { blockKey, blockOfKey, type CreatorBlock, normalizeBlock } from "./rules/moderation";
import type { AppealRequest, CreatorAppeal } from "./schema";
import type { NewAppeal } from "./store/create-report-store";

type Ctx = Pick<
  ServiceContext,
  | "accounts"
  | "chains"
  | "decisions"
  | "env"
  | "ids"
  | "ipfs"
  | "log"
  | "market"
  | "moderation"
  | "reports"
  | "serverWallet"
  | "wallets"
>;
type Appealed = Pick<NewAppeal, "kind" | "key" | "chainId" | "token" | "isCreator">;

/**
 * Stores an appeal for the moderators: against the decision that a token's page shows, or against every
 * block that refuses a launch.
 * @throws AppError conflict when there is no decision, token_not_found, not_found, rate_limited,
 *   dependency_unavailable
 */
export async function appealDecision({
  ctx,
  input: { request, caller, session, limit },
}: {
  ctx: Ctx;
  input: {
    request: AppealRequest;
    caller: Caller;
    session: Session | null;
    limit: (policy: LimitPolicyName) => Promise<void>;
  };
}): Promise<{ success: true; repeated: boolean }> {
  await limit("report");
  const account = session === null ? null : await ctx.accounts.find(session.accountId);
  const isNamed = "creator" in request;
  const appealed = isNamed
    ? await findAppealedBlocks(ctx, request, caller, account)
    : await findAppealedTarget(ctx, await readTarget(ctx, request), account);
  if (appealed.length === 0) {
    throw new AppError("conflict", "There is no decision to appeal against");
  }
  const { details, email } = request;
  const sender = senderOf(caller, ctx.ids.keyedId("report"));
  const added = await ctx.reports.addAppeals(
    appealed.map((one) => ({ ...one, details, email, sender })),
  );
  if (added > 0) {
    const isCreator = appealed.some((one) => one.isCreator);
    ctx.log.info({ kind: request.kind, decisions: added, isCreator }, "decision appealed");
  }
  // Of two identities with one block, the second would be a repetition: it would link them.
  return { success: true, repeated: !isNamed && added === 0 };
}

async function findAppealedTarget(
  ctx: Ctx,
  target: FoundTarget,
  account: Account | null,
): Promise<Appealed[]> {
  if (!(await isDecided(ctx, target))) return [];
  return [{ ...target, isCreator: account !== null && (await hasLaunched(ctx, account, target)) }];
}

async function isDecided(ctx: Ctx, { kind, key, chainId, token }: FoundTarget): Promise<boolean> {
  if (kind === "creator") {
    const block = blockOfKey(key);
    return block !== null && isBlockInForce(ctx, block);
  }
  await ctx.decisions.refresh();
  if (kind === "picture") return ctx.decisions.isRemoved(key);
  if (kind === "video") return ctx.decisions.videoRemoval(key) !== null;
  return ctx.decisions.tokenOf(chainId, token, null) !== null;
}

/** The blocks that a launch with these names meets, from the network of the caller. */
async function findAppealedBlocks(
  ctx: Ctx,
  { creator, from, links }: CreatorAppeal,
  caller: Caller,
  account: Account | null,
): Promise<Appealed[]> {
  const creators = await creatorsOf(ctx, { creator, from });
  const blocks = await findBlocks(ctx, { creators, links, address: caller.address });
  const own = account === null ? [] : await ownNames(ctx, account);
  return blocks.map((block) => ({
    kind: "creator",
    key: blockKey(block),
    chainId: null,
    token: null,
    isCreator: own.some((name) => isSame(name, block)),
  }));
}

/**
 * The proven names by which a user can be blocked. Not domains or networks: others share them, so
 * an appeal against their block is not marked as the creator's.
 */
async function ownNames(ctx: Ctx, account: Account): Promise<CreatorBlock[]> {
  const proven = account.identities.flatMap(({ type, stableId, name }) => {
    if (type === "twitter" || type === "farcaster") {
      return [normalizeBlock(type, name), normalizeBlock(`${type}_id`, stableId)];
    }
    return [normalizeBlock(type, type === "wallet" ? stableId : name)];
  });
  const wallets = await walletsOf(ctx, account);
  return [...proven, ...wallets.map(({ address }) => normalizeBlock("wallet", address))].flatMap(
    (one) => one ?? [],
  );
}

/** Whether the wallet that created the token is the user's, managed wallets included. */
async function hasLaunched(ctx: Ctx, account: Account, target: FoundTarget): Promise<boolean> {
  const { chainId, token: address } = target;
  const origin = await ctx.market.findOrigin({ chainId, address });
  if (origin === null) return false;
  const creator = origin.creator.toLowerCase();
  return (await walletsOf(ctx, account)).some(({ address: own }) => own.toLowerCase() === creator);
}
