import type { ServiceContext } from "@/lib/context";
import { walletsOf } from "@/lib/features/users/require-account";
import type { Session } from "@/lib/features/users/rules/account";
import type { Caller } from "@/lib/http/limits/callers";
import type { LimitPolicyName } from "@/lib/operations/limits";
import { AppError } from "@/lib/shared/errors";
import { type FoundTarget, readTarget, senderOf } from "./read-target";
import type { AppealRequest } from "./schema";

type Ctx = Pick<
  ServiceContext,
  | "accounts"
  | "decisions"
  | "env"
  | "ids"
  | "ipfs"
  | "log"
  | "market"
  | "moderation"
  | "serverWallet"
  | "wallets"
>;

/**
 * Stores an appeal for the moderators.
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
  const target = await readTarget(ctx, request);
  if (!(await isDecided(ctx, target))) {
    throw new AppError("conflict", "There is no decision to appeal against");
  }
  const { details, email } = request;
  const sender = senderOf(caller, ctx.ids.jobIdOf("report"));
  const isCreator = session !== null && (await isCreatorOf(ctx, session, target));
  const isNew = await ctx.moderation.addAppeal({ ...target, details, email, sender, isCreator });
  if (isNew) ctx.log.info({ kind: target.kind, key: target.key, isCreator }, "decision appealed");
  return { success: true, repeated: !isNew };
}

async function isDecided(ctx: Ctx, { kind, key, chainId, token }: FoundTarget): Promise<boolean> {
  if (kind === "creator") {
    return ctx.moderation.isBlocked([{ type: "wallet", value: key }], null, []);
  }
  await ctx.decisions.refresh();
  if (kind === "picture") return ctx.decisions.isRemoved(key);
  if (kind === "video") return ctx.decisions.videoRemoval(key) !== null;
  return ctx.decisions.tokenOf(chainId, token, null) !== null;
}

/** Whether the wallet that created the token is the signed-in user's, managed wallets included. */
async function isCreatorOf(ctx: Ctx, session: Session, target: FoundTarget): Promise<boolean> {
  const { chainId, token: address } = target;
  const [account, origin] = await Promise.all([
    ctx.accounts.find(session.accountId),
    ctx.market.findOrigin({ chainId, address }),
  ]);
  if (account === null || origin === null) return false;
  const creator = origin.creator.toLowerCase();
  return (await walletsOf(ctx, account)).some(({ address: own }) => own.toLowerCase() === creator);
}
