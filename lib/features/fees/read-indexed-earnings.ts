import type { Address } from "viem";
import type { ServiceContext } from "@/lib/context";
import {
  listedManagers,
  renderFlows,
  renderManager,
} from "@/lib/features/market/holders/get-account";
import { renderWithStats } from "@/lib/features/market/render/token";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { formatWei } from "@/lib/shared/text/decimal";
import type { AddressLedger } from "./schema/earnings";

const OWNED_SHOWN = 100;

/**
 * Indexed tokens and earnings of a wallet on a chain: tokens that it created, and its income by
 * stream and manager. May lag the chain by a few seconds.
 */
export async function readIndexedEarnings({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "clock" | "env" | "market">;
  input: { chain: ChainSlug; account: Address };
}): Promise<AddressLedger> {
  const { chainId } = CHAINS[input.chain];
  const ledger = await ctx.market.readAccount({ chainId, address: input.account });
  const { managers, streams } = ledger;
  const claimedWei = managers.reduce((sum, one) => sum + one.claimedWei, ledger.streamsClaimedWei);
  const claimableWei = managers.reduce(
    (sum, one) => sum + one.claimableWei,
    ledger.streamsClaimableWei,
  );
  const highest = new Set(listedManagers(managers));
  // Moderators drop tokens of splits that they own, also of those that bring them nothing.
  const owned = managers.filter((one) => one.roles.owner && !highest.has(one));
  const listed = [...highest, ...owned.slice(0, OWNED_SHOWN)];
  return {
    ...renderFlows(claimedWei, claimableWei),
    createdTokens: ledger.createdTokens,
    tokens: ledger.tokens.map((token) => renderWithStats(ctx, token)),
    streams: streams.map(({ token, symbol, name, paidWei, claimableWei: waitingWei }) => ({
      tokenAddress: token,
      symbol,
      name,
      claimed: formatWei(paidWei),
      claimable: formatWei(waitingWei),
    })),
    managers: listed.map(renderManager),
  };
}
