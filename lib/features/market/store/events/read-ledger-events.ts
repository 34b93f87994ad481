import { and, asc, eq, getTableColumns, inArray, lte } from "drizzle-orm";
import type { Address } from "viem";
import type { Executor } from "@/lib/drivers/db/create-database";
import { requireManagerKind } from "@/lib/features/managers/rules/manager-kind";
import type { LedgerEvent } from "@/lib/features/managers/rules/manager-projection";
import { managerEvents } from "../tables/manager-tables";
import { rawAddress } from "../tables/raw-columns";

type Row = typeof managerEvents.$inferSelect;

/** All events of managers up to a block, in order, for the projection. */
export async function readLedgerEvents(
  tx: Executor,
  query: { datasetId: number; managers: readonly Address[]; upTo: number },
): Promise<LedgerEvent[]> {
  const rows = await tx
    .select({
      ...getTableColumns(managerEvents),
      manager: rawAddress(managerEvents.manager),
      token: rawAddress(managerEvents.token),
      account: rawAddress(managerEvents.account),
    })
    .from(managerEvents)
    .where(
      and(
        eq(managerEvents.datasetId, query.datasetId),
        inArray(managerEvents.manager, [...query.managers]),
        lte(managerEvents.block, query.upTo),
      ),
    )
    .orderBy(asc(managerEvents.block), asc(managerEvents.logIndex));
  return rows.map(toLedgerEvent);
}

function toLedgerEvent(row: Row): LedgerEvent {
  const { kind, manager } = row;
  const has = <T>(value: T | null): T => {
    if (value === null) throw new Error(`a stored ${kind} event lacks a column`);
    return value;
  };
  switch (kind) {
    case "managerCreated": {
      const managerKind = requireManagerKind(has(row.number));
      return { kind, manager, owner: has(row.account), managerKind };
    }
    case "revenueTerms":
      return { kind, manager, recipient: has(row.account), feeBps: has(row.number) };
    case "splitTerms": {
      const creatorFirstBps = has(row.number);
      return { kind, manager, creatorFirstBps, recipients: has(row.recipients) };
    }
    case "managerOwner":
      return { kind, manager, owner: has(row.account) };
    case "tokenAttached": {
      const [token, payee, seenWei] = [has(row.token), has(row.account), has(row.amountWei)];
      return { kind, manager, token, payee, seenWei };
    }
    case "tokenDropped":
      return { kind, manager, token: has(row.token) };
    case "payeeChanged":
      return { kind, manager, token: has(row.token), payee: has(row.account) };
    case "received": {
      const { token } = row;
      const [amountWei, payeeWei] = [has(row.amountWei), has(row.partWei)];
      return { kind, manager, token, payee: has(row.account), amountWei, payeeWei };
    }
    case "paid":
      return { kind, manager, account: has(row.account), amountWei: has(row.amountWei) };
    case "sharesChanged": {
      const [generation, recipients] = [has(row.number), has(row.recipients)];
      return { kind, manager, generation, recipients };
    }
    case "protocolRecipient":
      return { kind, manager, recipient: has(row.account), moved: has(row.tokens) };
  }
}
