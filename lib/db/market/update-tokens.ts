import { sql } from "drizzle-orm";
import { marketCapWei } from "@/lib/domain/market-cap";
import type { Executor } from "../create-database";
import { tokens } from "../schema/market";
import { arrayParam } from "./insert-rows";
import type { TokenState } from "./market-batch";

/** Sets how tokens stand now, and their market caps, which follow from it. */
export async function updateTokens(
  tx: Executor,
  chain: number,
  states: readonly TokenState[],
): Promise<void> {
  if (states.length === 0) return;
  const column = (key: keyof TokenState) =>
    arrayParam(
      tokens[key],
      states.map((state) => state[key]),
    );
  const marketCaps = states.map((state) => marketCapWei(state.sqrtPriceX96, state.supplyWei));
  await tx.execute(sql`
    update ${tokens} as t
    set owner = s.owner, supply_wei = s.supply_wei, sqrt_price_x96 = s.sqrt_price_x96,
      tick = s.tick, market_cap_wei = s.market_cap_wei
    from unnest(
      ${column("address")}, ${column("owner")}, ${column("supplyWei")}, ${column("sqrtPriceX96")},
      ${column("tick")}, ${arrayParam(tokens.marketCapWei, marketCaps)}
    ) as s(address, owner, supply_wei, sqrt_price_x96, tick, market_cap_wei)
    where t.chain = ${chain} and t.address = s.address`);
}
