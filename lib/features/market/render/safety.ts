import type { Address } from "viem";
import { formatWei } from "@/lib/shared/text/decimal";
import { LAUNCH_SUPPLY, poolReserves } from "../rules/pool-math";
import type { TokenSafety } from "../schema/safety";
import type { TokenSafetyRow } from "../store/positions/read-safety";

/** Below this part of the supply, a balance of the PoolManager beyond the pool is rounding. */
const DUST_PART = 1_000_000n;

/** The tuple of `tokenView`; see LaunchLens.TokenView. */
const TOKEN_VIEW =
  "(bool,bytes32,uint160,int24,int24,uint256,uint256,uint256,uint256,uint256,uint256,int24,int24,uint256," +
  "uint256,uint256,uint256,uint256,uint16,address,uint256,uint256,uint256,uint16,uint40,uint8)";

/** Contracts of the generation that launched a token; null where this launchpad has no node. */
type Known = { poolManager: Address; launchHook: Address; launchLens: Address } | null;

type Of = { token: Address; row: TokenSafetyRow; known: Known };

/** Facts that the contracts guarantee. */
export function renderGuarantees({ token, row, known }: Of, codeHash: `0x${string}` | null) {
  return {
    supply: {
      initial: formatWei(LAUNCH_SUPPLY),
      current: formatWei(row.supplyWei),
      burned: formatWei(LAUNCH_SUPPLY - row.supplyWei),
      proof: known === null ? null : castCall(token, "totalSupply()(uint256)"),
    },
    code: {
      hash: codeHash,
      proof: known === null ? null : cast("codehash", token),
    },
    liquidity: { isLocked: true as const, proof: lockedProof(token, known) },
    fee: { proof: known === null ? null : castCall(known.launchHook, "feeBps()(uint16)") },
  };
}

/** Holdings of the creator, the pools and the largest holders. */
export function renderHoldings(of: Of) {
  const { token, row, known } = of;
  const { tokenWei, wallTokenWei } = poolReserves(row.pool);
  const managerWei = (known && row.contractWei.get(known.poolManager)) ?? 0n;
  const beyondWei = managerWei - tokenWei;
  const otherWei = beyondWei < row.supplyWei / DUST_PART ? 0n : beyondWei;
  const heldWei = row.holders.reduce((sum, { amountWei }) => sum + amountWei, 0n);
  const creator = row.creatorPosition;
  const amount = (wei: bigint) => ({ balance: formatWei(wei), percentage: shareOf(row, wei) });
  const view = `tokenView(address)(${TOKEN_VIEW})`;
  return {
    creator: {
      address: row.creator,
      ...amount(creator?.amountWei ?? 0n),
      bought: formatWei(creator?.boughtWei ?? 0n),
      sold: formatWei(creator?.soldWei ?? 0n),
      received: formatWei(creator?.receivedWei ?? 0n),
      sent: formatWei(creator?.sentWei ?? 0n),
      burned: formatWei(creator?.burnedWei ?? 0n),
      proof: balanceProof(of, row.creator),
    },
    pool: { ...amount(tokenWei), proof: lockedProof(token, known) },
    bidWall: {
      ...amount(wallTokenWei),
      proof: known === null ? null : castCall(known.launchLens, view, token),
    },
    otherPools: {
      ...amount(otherWei),
      proof: known === null ? null : balanceProof(of, known.poolManager),
    },
    topHolders: {
      percentage: shareOf(row, heldWei),
      holders: row.holders.map(({ holder, amountWei }) => ({
        address: holder,
        isCreator: holder === row.creator,
        ...amount(amountWei),
        proof: balanceProof(of, holder),
      })),
    },
  };
}

/** Early buyers, and transfers among them, the creator and the largest holders. */
export function renderBuyers(of: Of): Pick<TokenSafety, "firstBlock" | "bundles" | "links"> {
  const { row, known } = of;
  return {
    firstBlock: renderFirstBlock(of),
    bundles: renderBundles(of),
    links: row.links.map(({ from, to, amountWei, txHash }) => ({
      from,
      to,
      amount: formatWei(amountWei),
      transactionHash: txHash,
      proof: known === null ? null : cast("receipt", txHash),
    })),
  };
}

function cast(...words: string[]): string {
  return ["cast", ...words, "--rpc-url $RPC_URL"].join(" ");
}

function castCall(target: Address, signature: string, ...args: Address[]): string {
  return cast("call", target, `"${signature}"`, ...args);
}

function lockedProof(token: Address, known: Known): string | null {
  const tuple = "(bytes32,address,int24,int24,bytes32,uint128,uint128,uint256,uint256)";
  const signature = `lockedLiquidity(address)(${tuple})`;
  return known === null ? null : castCall(known.launchLens, signature, token);
}

function balanceProof({ token, known }: Of, holder: Address): string | null {
  return known === null ? null : castCall(token, "balanceOf(address)(uint256)", holder);
}

/** Every transfer of the token in a block. */
function blockProof({ token, known }: Of, block: number): string | null {
  if (known === null) return null;
  const range = `--from-block ${block} --to-block ${block}`;
  return cast("logs", range, "--address", token, '"Transfer(address,address,uint256)"');
}

/** In percent of the supply, with six decimals, truncated. */
function shareOf({ supplyWei }: TokenSafetyRow, wei: bigint): number {
  return supplyWei === 0n ? 0 : Number((wei * 100_000_000n) / supplyWei) / 1_000_000;
}

const buyersOf = (row: TokenSafetyRow, block: number) =>
  row.buyers.filter((one) => one.block === block);

function renderFirstBlock(of: Of): TokenSafety["firstBlock"] {
  const { row } = of;
  const [first] = row.buyers;
  if (first === undefined) return null;
  const { block, blockBuyers, blockBoughtWei, blockHeldWei } = first;
  return {
    block,
    bought: formatWei(blockBoughtWei),
    balance: formatWei(blockHeldWei),
    percentage: shareOf(row, blockHeldWei),
    totalBuyers: blockBuyers,
    buyers: buyersOf(row, block).map(({ buyer, boughtWei, amountWei }) => ({
      address: buyer,
      isCreator: buyer === row.creator,
      bought: formatWei(boughtWei),
      balance: formatWei(amountWei),
      proof: balanceProof(of, buyer),
    })),
    proof: blockProof(of, block),
  };
}

function renderBundles(of: Of): TokenSafety["bundles"] {
  const { row } = of;
  const blocks = new Set(row.buyers.map(({ block }) => block));
  return [...blocks].flatMap((block) => {
    const buyers = buyersOf(row, block);
    const [first] = buyers;
    if (first === undefined || first.blockBuyers < 2) return [];
    return [
      {
        block,
        bought: formatWei(first.blockBoughtWei),
        balance: formatWei(first.blockHeldWei),
        totalWallets: first.blockBuyers,
        wallets: buyers.map(({ buyer }) => buyer),
        proof: blockProof(of, block),
      },
    ];
  });
}
