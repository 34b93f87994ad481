import { encodeManagerKind } from "@/lib/features/managers/rules/manager-kind";
import type { LedgerEvent } from "@/lib/features/managers/rules/manager-projection";
import type { managerEvents } from "@/lib/features/market/store/tables/manager-tables";

type Row = Omit<
  typeof managerEvents.$inferInsert,
  "datasetId" | "block" | "logIndex" | "time" | "txHash"
>;

/** A recorded event as a database row; `lib/features/market/store/events/read-ledger-events.ts` reads it back. */
export function toManagerRow(event: LedgerEvent): Row {
  // Every row has all columns because rows are inserted in one statement.
  const row: Row = {
    manager: event.manager,
    kind: event.kind,
    token: null,
    account: null,
    amountWei: null,
    partWei: null,
    number: null,
    recipients: null,
    tokens: null,
  };
  switch (event.kind) {
    case "managerCreated":
      return { ...row, account: event.owner, number: encodeManagerKind(event.managerKind) };
    case "revenueTerms":
      return { ...row, account: event.recipient, number: event.feeBps };
    case "splitTerms":
      return { ...row, number: event.creatorFirstBps, recipients: event.recipients };
    case "managerOwner":
      return { ...row, account: event.owner };
    case "tokenAttached":
      return { ...row, token: event.token, account: event.payee, amountWei: event.seenWei };
    case "tokenDropped":
      return { ...row, token: event.token };
    case "payeeChanged":
      return { ...row, token: event.token, account: event.payee };
    case "received":
      return {
        ...row,
        token: event.token,
        account: event.payee,
        amountWei: event.amountWei,
        partWei: event.payeeWei,
      };
    case "paid":
      return { ...row, account: event.account, amountWei: event.amountWei };
    case "sharesChanged":
      return { ...row, number: event.generation, recipients: event.recipients };
    case "protocolRecipient":
      return { ...row, account: event.recipient, tokens: event.moved };
  }
}
