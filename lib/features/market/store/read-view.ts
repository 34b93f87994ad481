import { and, eq, inArray, or } from "drizzle-orm";
import type { Address } from "viem";
import type { Executor } from "@/lib/drivers/db/create-database";
import type { ManagedToken, ManagerRecord } from "@/lib/features/managers/rules/manager-projection";
import type { MarketView } from "@/lib/indexer/store/market-batch";
import { managers, managerTokens } from "./manager-tables";
import { rawAddress } from "./raw-columns";
import { readTokenStates } from "./tokens/token-states";

/** Rows that a batch may change. `walked`: managers all of whose tokens may change. */
export type Touched = { tokens: Address[]; managers: Address[]; walked: Address[] };

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
  return { windowAt, tokens, managers: managerStates, managedTokens };
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
