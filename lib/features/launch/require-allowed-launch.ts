import type { Address } from "viem";
import type { ServiceContext } from "@/lib/context";
import type { LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import { rethrowChainError } from "@/lib/features/chains/rethrow-chain-error";
import {
  creatorsOf,
  type FindBlocksContext,
  findBlocks,
} from "@/lib/features/moderation/find-blocks";
import { requireAllowedCreator } from "@/lib/features/moderation/require-allowed";
import { normalizeBlock } from "@/lib/features/moderation/rules/moderation";
import type { Caller } from "@/lib/http/limits/callers";
import { AppError } from "@/lib/shared/errors";
import type { Identity } from "@/lib/shared/identity";
import type { Treasury, TreasuryRequest } from "./rules/treasury";
import type { LaunchRequest } from "./schema/request";

type Asker = {
  /** The sender of the request; null for our own programs. */
  caller: Caller | null;
  /** The wallet that pays for the launch; null if the service pays. */
  sender: Address | null;
};

/**
 * Rejects blocked creators: by what the request names, its wallet, the paying wallet, links of the
 * token, and the sender's network. Rejects blocked recipients by what the request names; their wallets
 * are checked by `requireAllowedPayees`.
 * @throws AppError creator_blocked
 */
export async function requireAllowedLauncher(
  ctx: FindBlocksContext & Pick<ServiceContext, "wallets">,
  { creator, token, treasury }: Pick<LaunchRequest, "creator" | "token" | "treasury">,
  { caller, sender }: Asker,
): Promise<void> {
  const { websiteUrl, twitterUrl, telegramUrl, discordUrl } = token;
  await requireAllowedCreator(ctx, {
    creators: await creatorsOf(ctx, { creator, from: sender }),
    links: [websiteUrl, twitterUrl, telegramUrl, discordUrl].flatMap((link) => link ?? []),
    address: caller?.address ?? null,
  });
  const recipients = treasury.kind === "fee_split" ? treasury.recipients : [];
  await requireNoneBlocked(
    ctx,
    recipients.map(({ identity }) => identity),
    "feeSplitRecipients",
  );
}

/**
 * Rejects blocked wallets that a treasury pays: resolved recipients, or those of a named manager and
 * its owner. Without this a blocked creator is paid by a launch that names somebody else.
 * @throws AppError creator_blocked, dependency_unavailable
 */
export async function requireAllowedPayees(
  ctx: FindBlocksContext,
  chain: Pick<LaunchChain, "readManager">,
  treasury: TreasuryRequest | Treasury,
): Promise<void> {
  switch (treasury.kind) {
    case "none":
      return;
    case "fee_split": {
      const accounts = treasury.recipients.flatMap((one) => ("account" in one ? one.account : []));
      return requireNoneBlocked(ctx, accounts.map(toWallet), "feeSplitRecipients");
    }
    case "revenue_manager":
    case "fee_split_manager": {
      const state = await chain.readManager(treasury.manager).catch(rethrowChainError);
      const accounts = state?.recipients.map(({ account }) => account) ?? [];
      const payees = state === null ? [] : [state.owner, ...accounts];
      const isRevenue = treasury.kind === "revenue_manager";
      const field = isRevenue ? "revenueManagerAddress" : "feeSplitManagerAddress";
      return requireNoneBlocked(ctx, payees.map(toWallet), field);
    }
  }
}

const toWallet = (id: Address): Identity => ({ type: "wallet", id });

async function requireNoneBlocked(
  ctx: FindBlocksContext,
  payees: readonly Identity[],
  path: string,
): Promise<void> {
  if (payees.length === 0) return;
  const creators = payees.flatMap(({ type, id }) => normalizeBlock(type, id) ?? []);
  if ((await findBlocks(ctx, { creators, links: [], address: null })).length === 0) return;
  // The recipient can appeal; the creator of this launch is not the one that is blocked.
  throw new AppError(
    "creator_blocked",
    "The operator of this launchpad has blocked a recipient of the fees. Nothing was queued. Choose another recipient.",
    { details: [{ path, message: "includes a user or wallet that the operator has blocked" }] },
  );
}

/**
 * Rejects a blocked creator whose wallet has just been resolved.
 * @throws AppError creator_blocked
 */
export async function requireAllowedWallet(
  ctx: FindBlocksContext,
  creator: Identity | null,
  address: Address,
): Promise<void> {
  if (creator === null || creator.type === "wallet") return;
  const creators = [
    normalizeBlock(creator.type, creator.id),
    normalizeBlock("wallet", address),
  ].flatMap((one) => one ?? []);
  await requireAllowedCreator(ctx, { creators, links: [], address: null });
}
