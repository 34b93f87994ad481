import type { ServiceContext } from "@/lib/context";
import type { ChainIdentity } from "@/lib/drivers/chain/create-launch-chain";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import { hookOfPool } from "@/lib/features/trade/rules/pool-key";
import type { InputOf } from "@/lib/operations/operation";
import { TOKEN_CODE_HASH } from "@/lib/shared/abi/token-code";
import type { ChainSlug } from "@/lib/shared/chains";
import type { getTokenSafety as operation } from "./operations/positions";
import { renderBuyers, renderGuarantees, renderHoldings } from "./render/safety";
import { renderMeta } from "./render/token";
import type { TokenSafety } from "./schema/safety";
import { tokenNotFound } from "./token-not-found";

/**
 * Extension: facts about the risks of a token, from the indexed chain, with commands that prove them.
 * @throws AppError invalid_parameters, token_not_found
 */
export async function getTokenSafety({
  ctx,
  input,
}: {
  ctx: Pick<ServiceContext, "env" | "clock" | "market"> & {
    chains: Partial<Record<ChainSlug, Pick<ChainIdentity, "deployment">>>;
  };
  input: InputOf<typeof operation>;
}): Promise<TokenSafety> {
  const { tokenAddress: token } = input.params;
  const chain = requireDataChain(ctx, input.params.chain);
  const deployment = ctx.chains[chain.slug]?.deployment;
  const generations = deployment?.generations ?? [];
  const contracts = generations.flatMap(({ contracts: { poolManager, launchHook, launchpad } }) => [
    poolManager,
    launchHook,
    launchpad,
  ]);
  const row = await ctx.market.readSafety({
    chainId: chain.chainId,
    address: token,
    contracts: [...new Set(contracts)],
  });
  if (row === null) throw tokenNotFound(chain, token);
  const hooks = generations.map(({ contracts }) => contracts.launchHook);
  const hook = hookOfPool(token, row.poolId, hooks);
  const generation = generations.find(({ contracts }) => contracts.launchHook === hook);
  const isNewest = generation !== undefined && generation === generations.at(-1);
  const of = { token, row, known: generation?.contracts ?? null };
  return {
    tokenAddress: token,
    ...renderGuarantees(of, isNewest ? TOKEN_CODE_HASH : null),
    ...renderHoldings(of),
    ...renderBuyers(of),
    meta: renderMeta(ctx, chain),
  };
}
