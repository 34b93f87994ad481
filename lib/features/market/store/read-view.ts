import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Address } from "viem";
import type { Executor } from "@/lib/drivers/db/create-database";
import { arrayParam } from "@/lib/drivers/db/insert-rows";
import type { ManagedToken, ManagerRecord } from "@/lib/features/managers/rules/manager-projection";
import type { Holdings, MarketView } from "@/lib/indexer/store/market-batch";
import type { Holding } from "../rules/position";
import { managers, managerTokens } from "./tables/manager-tables";
import { positions } from "./tables/position-tables";
import { big, int, rawAddress, readRows } from "./tables/raw-columns";
import { readTokenStates } from "./tokens/token-states";

/** Rows that a batch may change. `walked`: managers all of whose tokens may change. */
export type Touched = {
  tokens: Address[];
  managers: Address[];
  walked: Address[];
  /** Positions and balances that may change. */
  holders: { token: Address; holder: Address }[];
};

/** Current state of all rows that a batch may change. */
export async function readView(
  tx: Executor,
  datasetId: number,
  touched: Touched,
  windowAt: number,
): Promise<MarketView> {
  const managerStates = await readManagers(tx, datasetId, touched.managers);
  const managedTokens =
    managerStates.size === 0
      ? new Map<Address, ManagedToken>()
      : await readTokens(tx, datasetId, touched);
  const addresses = new Set([...touched.tokens, ...managedTokens.keys()]);
  const tokens = await readTokenStates(tx, datasetId, [...addresses]);
  const holdings = await readHoldings(tx, datasetId, touched.holders);
  return { windowAt, tokens, managers: managerStates, managedTokens, holdings };
}

async function readHoldings(
  tx: Executor,
  datasetId: number,
  touched: Touched["holders"],
): Promise<Holdings> {
  const holdings = new Map<Address, Map<Address, Holding | null>>();
  if (touched.length === 0) return holdings;
  for (const { token, holder } of touched) {
    const ofToken = holdings.get(token) ?? new Map<Address, Holding | null>();
    holdings.set(token, ofToken.set(holder, null));
  }
  const holders = arrayParam(
    positions.holder,
    touched.map(({ holder }) => holder),
  );
  const tokens = arrayParam(
    positions.token,
    touched.map(({ token }) => token),
  );
  const rows = await readRows(
    tx,
    (row) => ({
      nth: int(row.nth),
      holding: { amountWei: big(row.amount), costWei: big(row.cost) },
    }),
    sql`
      select touched.nth::integer as nth, p.amount_wei as amount, p.cost_wei as cost
      from unnest(${holders}, ${tokens}) with ordinality as touched(holder, token, nth)
      join ${positions} as p
        on p.dataset_id = ${datasetId} and p.holder = touched.holder and p.token = touched.token`,
  );
  for (const { nth, holding } of rows) {
    const found = touched[nth - 1];
    if (found === undefined) throw new RangeError(`there is no holder ${nth}`);
    holdings.get(found.token)?.set(found.holder, holding);
  }
  return holdings;
}

async function readManagers(
  tx: Executor,
  datasetId: number,
  addresses: Address[],
): Promise<Map<Address, ManagerRecord>> {
  if (addresses.length === 0) return new Map();
  const rows: ManagerRecord[] = await tx
    .select({
      address: rawAddress(managers.address),
      kind: managers.kind,
      owner: rawAddress(managers.owner),
      bps: managers.bps,
      protocolRecipient: rawAddress(managers.protocolRecipient),
      generation: managers.generation,
    })
    .from(managers)
    .where(and(eq(managers.datasetId, datasetId), inArray(managers.address, addresses)));
  return new Map(rows.map((row) => [row.address, row]));
}

async function readTokens(
  tx: Executor,
  datasetId: number,
  { tokens, walked }: Touched,
): Promise<Map<Address, ManagedToken>> {
  const rows: ManagedToken[] = await tx
    .select({
      token: rawAddress(managerTokens.token),
      manager: rawAddress(managerTokens.manager),
      payee: rawAddress(managerTokens.payee),
      seenWei: managerTokens.seenWei,
      protocolRecipient: rawAddress(managerTokens.protocolRecipient),
      isDropped: managerTokens.isDropped,
    })
    .from(managerTokens)
    .where(
      and(
        eq(managerTokens.datasetId, datasetId),
        or(inArray(managerTokens.token, tokens), inArray(managerTokens.manager, walked)),
      ),
    );
  return new Map(rows.map((row) => [row.token, row]));
}
