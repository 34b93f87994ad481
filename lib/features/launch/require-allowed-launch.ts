import type { Address } from "viem";
import type { ServiceContext } from "@/lib/context";
import { creatorsOf, type FindBlocksContext } from "@/lib/features/moderation/find-blocks";
import { requireAllowedCreator } from "@/lib/features/moderation/require-allowed";
import { normalizeBlock } from "@/lib/features/moderation/rules/moderation";
import type { Caller } from "@/lib/http/limits/callers";
import type { Identity } from "@/lib/shared/identity";
import type { LaunchRequest } from "./schema/request";

type Asker = {
  /** The sender of the request; null for our own programs. */
  caller: Caller | null;
  /** The wallet that pays for the launch; null if the service pays. */
  sender: Address | null;
};

/**
 * Rejects blocked creators: by what the request names, its wallet, the paying wallet, links of the
 * token, and the sender's network.
 * @throws AppError creator_blocked
 */
export async function requireAllowedLauncher(
  ctx: FindBlocksContext & Pick<ServiceContext, "wallets">,
  { creator, token }: { creator: Identity | null; token: LaunchRequest["token"] },
  { caller, sender }: Asker,
): Promise<void> {
  const { websiteUrl, twitterUrl, telegramUrl, discordUrl } = token;
  await requireAllowedCreator(ctx, {
    creators: await creatorsOf(ctx, { creator, from: sender }),
    links: [websiteUrl, twitterUrl, telegramUrl, discordUrl].flatMap((link) => link ?? []),
    address: caller?.address ?? null,
  });
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
