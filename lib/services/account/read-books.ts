import type { Address } from "viem";
import type { ServiceContext } from "../../context";
import { CHAINS, type ChainSlug } from "../../domain/chains";
import { formatWei } from "../../domain/decimal";
import type { AccountBooksAnswer } from "../../schemas/account";
import { renderFlows, renderManager } from "../data/get-account";
import { renderWithStats } from "../data/render-token";

/**
 * What the index knows of a wallet on a chain: tokens that it created, and what it earned by which
 * stream and manager. It may be some seconds behind the chain.
 */
export async function readBooks({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "clock" | "env" | "market">;
  input: { chain: ChainSlug; account: Address };
}): Promise<AccountBooksAnswer> {
  const { chainId } = CHAINS[input.chain];
  const books = await ctx.market.readAccount({ chainId, address: input.account });
  const { managers, streams } = books;
  const claimedWei = managers.reduce((sum, one) => sum + one.claimedWei, books.streamsClaimedWei);
  const claimableWei = managers.reduce(
    (sum, one) => sum + one.claimableWei,
    books.streamsClaimableWei,
  );
  return {
    ...renderFlows(claimedWei, claimableWei),
    createdTokens: books.createdTokens,
    tokens: books.tokens.map((token) => renderWithStats(ctx, token)),
    streams: streams.map(({ token, symbol, name, paidWei, claimableWei: waitingWei }) => ({
      tokenAddress: token,
      symbol,
      name,
      claimed: formatWei(paidWei),
      claimable: formatWei(waitingWei),
    })),
    managers: managers.map(renderManager),
  };
}
