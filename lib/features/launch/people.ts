import type { Address } from "viem";
import type { ServiceContext } from "@/lib/context";
import { type PreviewedWallet, previewWallet } from "@/lib/features/managers/preview-wallet";
import { resolveInTime } from "@/lib/features/managers/resolve-in-time";
import { countNewWallets, requireResolvable } from "@/lib/features/managers/resolve-recipients";
import type { CallerLimits } from "@/lib/http/limits/caller-limits";
import type { ChainSlug } from "@/lib/shared/chains";
import { toAppError } from "@/lib/shared/errors";
import type { Identity } from "@/lib/shared/identity";
import { resolveTreasury } from "./resolve-treasury";
import type { LaunchRequest } from "./schema/request";

type LaunchOf = { request: LaunchRequest; limit: CallerLimits["limit"] };

/**
 * Rejects people that do not exist and recipients with one wallet. While usernames cannot be looked up,
 * a dry run accepts them.
 * @throws AppError invalid_body, duplicate_recipients, rate_limited, dependency_unavailable
 */
export async function requirePeople(
  ctx: Pick<ServiceContext, "wallets">,
  { request, limit }: LaunchOf,
): Promise<void> {
  const { people, recipients } = peopleOf(request);
  await resolveInTime(() => requireResolvable(ctx, { recipients, people, limit })).catch(
    (error: unknown) => {
      if (!request.dryRun || toAppError(error).code !== "dependency_unavailable") throw error;
    },
  );
}

/**
 * Counts the wallets that `resolvePeople` will create for a launch whose gas its sender pays. A dry run
 * creates none.
 * @throws AppError rate_limited, dependency_unavailable
 */
export async function countWalletsOfPeople(
  ctx: Pick<ServiceContext, "wallets">,
  { request, limit }: LaunchOf,
): Promise<void> {
  if (request.dryRun) return;
  const { people, recipients } = peopleOf(request);
  const identities = [...people, ...recipients.map(({ identity }) => identity)];
  await countNewWallets(ctx, identities, limit);
}

function peopleOf({ creator, treasury }: Pick<LaunchRequest, "creator" | "treasury">) {
  return {
    people: creator === null ? [] : [creator],
    recipients: treasury.kind === "fee_split" ? treasury.recipients : [],
  };
}

/** Resolves the wallets of the creator and of the fee recipients, after `requirePeople`. */
export function resolvePeople(
  ctx: Pick<ServiceContext, "wallets">,
  {
    chain,
    request,
    defaultCreator,
  }: { chain: ChainSlug; request: LaunchRequest; defaultCreator: Address },
) {
  return resolveInTime(async () => {
    const { dryRun } = request;
    const creator = request.creator && (await walletOfCreator(ctx, request.creator, dryRun));
    const creatorAddress = creator?.address ?? defaultCreator;
    const treasury = await resolveTreasury(ctx, chain, request.treasury, creatorAddress, dryRun);
    return { creator, creatorAddress, treasury };
  });
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
