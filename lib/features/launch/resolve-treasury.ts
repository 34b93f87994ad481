import type { Address } from "viem";
import type { ServiceContext } from "@/lib/context";
import { previewRecipients, resolveRecipients } from "@/lib/features/managers/resolve-recipients";
import { splitKindOf } from "@/lib/features/managers/rules/manager-kind";
import type { ChainSlug } from "@/lib/shared/chains";
import type { Treasury, TreasuryRequest } from "./rules/treasury";

/**
 * Resolves every identity of the treasury. The creator moderates a dynamic split.
 * @param isDryRun creates no wallet; identities without a wallet get a placeholder address
 */
export async function resolveTreasury(
  ctx: Pick<ServiceContext, "wallets">,
  chain: ChainSlug,
  request: TreasuryRequest,
  creator: Address,
  isDryRun: boolean,
): Promise<Treasury> {
  if (request.kind !== "fee_split") return request;
  const resolve = isDryRun ? previewRecipients : resolveRecipients;
  return {
    kind: "fee_split",
    managerKind: splitKindOf(chain),
    creatorFirstBps: request.creatorFirstBps,
    moderator: creator,
    recipients: await resolve(ctx, request.recipients),
  };
}
