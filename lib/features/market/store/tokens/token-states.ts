import { and, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Executor } from "@/lib/drivers/db/create-database";
import { arrayParam } from "@/lib/drivers/db/insert-rows";
import type { TokenState } from "@/lib/indexer/store/market-batch";
import { marketCapWei } from "../../rules/market-cap";
import { priceChangeE6 } from "../../rules/price-change";
import { rawAddress } from "../tables/raw-columns";
import { tokens } from "../tables/tables";

const STATE_COLUMNS = {
  address: rawAddress(tokens.address),
  owner: rawAddress(tokens.owner),
  manager: rawAddress(tokens.manager),
  supplyWei: tokens.supplyWei,
  sqrtPriceX96: tokens.sqrtPriceX96,
  tick: tokens.tick,
  allTimeHighWei: tokens.allTimeHighWei,
  allTimeLowWei: tokens.allTimeLowWei,
  volume24hWei: tokens.volume24hWei,
  referenceSqrtPriceX96: tokens.referenceSqrtPriceX96,
  earnedWei: tokens.earnedWei,
  paidWei: tokens.paidWei,
  paidAtTransferWei: tokens.paidAtTransferWei,
  referralWei: tokens.referralWei,
  wallLifetimeWei: tokens.wallLifetimeWei,
  wallPendingWei: tokens.wallPendingWei,
  wallPlacedWei: tokens.wallPlacedWei,
  wallLiquidity: tokens.wallLiquidity,
  wallLower: tokens.wallLower,
  wallUpper: tokens.wallUpper,
} as const satisfies Record<keyof TokenState, unknown>;

/** Current states of tokens; omits addresses of other contracts. */
export async function readTokenStates(
  tx: Executor,
  datasetId: number,
  addresses: readonly Address[],
): Promise<Map<Address, TokenState>> {
  if (addresses.length === 0) return new Map();
  const states: TokenState[] = await tx
    .select(STATE_COLUMNS)
    .from(tokens)
    .where(and(eq(tokens.datasetId, datasetId), inArray(tokens.address, [...addresses])));
  return new Map(states.map((state) => [state.address, state]));
}

/** The columns of a state, including derived ones. */
export function toTokenColumns(state: TokenState) {
  return {
    ...state,
    marketCapWei: marketCapWei(state.sqrtPriceX96, state.supplyWei),
    priceChange24hE6: priceChangeE6(state.referenceSqrtPriceX96, state.sqrtPriceX96),
  };
}

/** Stores the states of tokens. */
export async function updateTokens(
  tx: Executor,
  datasetId: number,
  states: readonly TokenState[],
): Promise<void> {
  const rows = states.map(toTokenColumns);
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.entries(getTableColumns(tokens)).filter(([key]) =>
    Object.hasOwn(first, key),
  );
  const arrays = columns.map(([key, column]) =>
    arrayParam(
      column,
      rows.map((row): unknown => Reflect.get(row, key)),
    ),
  );
  const names = columns.map(([, column]) => sql.identifier(column.name));
  const changes = columns
    .filter(([key]) => key !== "address")
    .map(([, column]) => sql`${sql.identifier(column.name)} = s.${sql.identifier(column.name)}`);
  await tx.execute(sql`
    update ${tokens} as t set ${sql.join(changes, sql`, `)}
    from unnest(${sql.join(arrays, sql`, `)}) as s(${sql.join(names, sql`, `)})
    where t.dataset_id = ${datasetId} and t.address = s.address`);
}
