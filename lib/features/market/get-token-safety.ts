import type { Address } from "viem";
import type { ServiceContext } from "@/lib/context";
import type { ChainIdentity } from "@/lib/drivers/chain/create-launch-chain";
import { requireDataChain } from "@/lib/features/chains/require-data-chain";
import { hookOfPool } from "@/lib/features/trade/rules/pool-key";
import type { InputOf } from "@/lib/operations/operation";
import type { ChainSlug } from "@/lib/shared/chains";
import { formatWei } from "@/lib/shared/decimal";
import type { getTokenSafety as operation } from "./operations/positions";
import { renderMeta } from "./render-token";
import { LAUNCH_SUPPLY, poolReserves } from "./rules/pool-math";
import { TOKEN_CODE_HASH } from "./rules/token-code";
import type { TokenSafety } from "./schema/safety";
import type { TokenSafetyRow } from "./store/positions/read-safety";
import { tokenNotFound } from "./token-not-found";

/** Below this part of the supply, what the PoolManager holds beyond the pool is rounding. */
const DUST_PART = 1_000_000n;

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
  const known = generation?.contracts ?? null;
  const isNewest = generation !== undefined && generation === generations.at(-1);
  const cast = (target: Address | undefined, signature: string, ...args: string[]) =>
    target === undefined ? null : castCall(target, signature, args);
  const reserveWei = poolReserves(row.pool).tokenWei;
  const managerWei = (known && row.contractWei.get(known.poolManager)) ?? 0n;
  const beyondWei = managerWei - reserveWei;
  const otherWei = beyondWei < row.supplyWei / DUST_PART ? 0n : beyondWei;
  const share = (wei: bigint) => percentOfSupply(wei, row.supplyWei);
  const amount = (wei: bigint) => ({ balance: formatWei(wei), percentage: share(wei) });
  const creator = row.creatorPosition;
  const heldWei = row.holders.reduce((sum, { amountWei }) => sum + amountWei, 0n);
  return {
    tokenAddress: token,
    supply: {
      initial: formatWei(LAUNCH_SUPPLY),
      current: formatWei(row.supplyWei),
      burned: formatWei(LAUNCH_SUPPLY - row.supplyWei),
      proof: cast(known === null ? undefined : token, "totalSupply()(uint256)"),
    },
    code: {
      hash: isNewest ? TOKEN_CODE_HASH : null,
      proof: known === null ? null : `cast codehash ${token} --rpc-url $RPC_URL`,
    },
    liquidity: {
      isLocked: true,
      proof: cast(
        known?.launchLens,
        "lockedLiquidity(address)((bytes32,address,int24,int24,bytes32,uint128,uint128,uint256,uint256))",
        token,
      ),
    },
    fee: { proof: cast(known?.launchHook, "feeBps()(uint16)") },
    creator: {
      address: row.creator,
      ...amount(creator?.amountWei ?? 0n),
      bought: formatWei(creator?.boughtWei ?? 0n),
      sold: formatWei(creator?.soldWei ?? 0n),
      received: formatWei(creator?.receivedWei ?? 0n),
      sent: formatWei(creator?.sentWei ?? 0n),
      burned: formatWei(creator?.burnedWei ?? 0n),
      proof: cast(known === null ? undefined : token, "balanceOf(address)(uint256)", row.creator),
    },
    pool: amount(reserveWei),
    otherPools: {
      ...amount(otherWei),
      proof: cast(
        known === null ? undefined : token,
        "balanceOf(address)(uint256)",
        known?.poolManager ?? "",
      ),
    },
    topHolders: {
      percentage: share(heldWei),
      holders: row.holders.map(({ holder, amountWei }) => ({
        address: holder,
        isCreator: holder === row.creator,
        ...amount(amountWei),
      })),
    },
    firstBlock: renderFirstBlock(row, share),
    bundles: renderBundles(row),
    links: row.links.map(({ from, to, amountWei, txHash }) => ({
      from,
      to,
      amount: formatWei(amountWei),
      transactionHash: txHash,
    })),
    meta: renderMeta(ctx, chain),
  };
}

function castCall(target: Address, signature: string, args: string[]): string {
  return ["cast call", target, `"${signature}"`, ...args, "--rpc-url $RPC_URL"].join(" ");
}

/** In percent with six decimals, truncated. */
function percentOfSupply(wei: bigint, supplyWei: bigint): number {
  return supplyWei === 0n ? 0 : Number((wei * 100_000_000n) / supplyWei) / 1_000_000;
}

type Buyer = { address: Address; boughtWei: bigint; amountWei: bigint };

/** The buyers of a block, each once. */
function buyersOf(row: TokenSafetyRow, block: number): Buyer[] {
  const buyers = new Map<Address, Buyer>();
  for (const { block: at, buyer, boughtWei, amountWei } of row.buyers) {
    if (at !== block) continue;
    const earlier = buyers.get(buyer)?.boughtWei ?? 0n;
    buyers.set(buyer, { address: buyer, boughtWei: earlier + boughtWei, amountWei });
  }
  return [...buyers.values()];
}

const total = (buyers: Buyer[], key: "boughtWei" | "amountWei") =>
  buyers.reduce((sum, buyer) => sum + buyer[key], 0n);

function renderFirstBlock(
  row: TokenSafetyRow,
  share: (wei: bigint) => number,
): TokenSafety["firstBlock"] {
  const block = row.buyers[0]?.block;
  if (block === undefined) return null;
  const buyers = buyersOf(row, block);
  const heldWei = total(buyers, "amountWei");
  return {
    block,
    bought: formatWei(total(buyers, "boughtWei")),
    balance: formatWei(heldWei),
    percentage: share(heldWei),
    buyers: buyers.map(({ address, boughtWei, amountWei }) => ({
      address,
      isCreator: address === row.creator,
      bought: formatWei(boughtWei),
      balance: formatWei(amountWei),
    })),
  };
}

function renderBundles(row: TokenSafetyRow): TokenSafety["bundles"] {
  const blocks = [...new Set(row.buyers.map(({ block }) => block))];
  return blocks.flatMap((block) => {
    const buyers = buyersOf(row, block);
    if (buyers.length < 2) return [];
    return [
      {
        block,
        bought: formatWei(total(buyers, "boughtWei")),
        balance: formatWei(total(buyers, "amountWei")),
        wallets: buyers.map(({ address }) => address),
      },
    ];
  });
}
