import { sql } from "drizzle-orm";
import { bigint, index, integer, primaryKey } from "drizzle-orm/pg-core";
import { addressBytes, wholeNumber } from "@/lib/drivers/db/columns";
import { datasetId, market, position } from "./tables";

/**
 * A transaction's changes of a position, in smallest units and wei. All columns add up: a position
 * is the sum of its changes, and a reorg subtracts them again.
 */
const flows = () => ({
  boughtWei: wholeNumber("bought_wei").notNull(),
  soldWei: wholeNumber("sold_wei").notNull(),
  receivedWei: wholeNumber("received_wei").notNull(),
  sentWei: wholeNumber("sent_wei").notNull(),
  burnedWei: wholeNumber("burned_wei").notNull(),
  /** ETH paid for purchases and received for sales, fees included. */
  paidWei: wholeNumber("paid_wei").notNull(),
  proceedsWei: wholeNumber("proceeds_wei").notNull(),
  /** Cost of what is held, and profit or loss of what was sold or burned. */
  costWei: wholeNumber("cost_wei").notNull(),
  realizedWei: wholeNumber("realized_wei").notNull(),
});

/**
 * History of positions: a row for each transaction, token and address; append-only. `logIndex` is
 * that of the transaction's last log of the token.
 */
export const positionChanges = market.table(
  "position_changes",
  {
    ...position(),
    token: addressBytes("token").notNull(),
    holder: addressBytes("holder").notNull(),
    ...flows(),
  },
  (table) => [
    primaryKey({ columns: [table.datasetId, table.block, table.logIndex, table.holder] }),
    index("position_changes_holder").on(table.datasetId, table.holder, table.block, table.logIndex),
    index("position_changes_token").on(
      table.datasetId,
      table.holder,
      table.token,
      table.block,
      table.logIndex,
    ),
  ],
);

/** Positions by address and token; they remain after everything was sold. */
export const positions = market.table(
  "positions",
  {
    datasetId: datasetId(),
    holder: addressBytes("holder").notNull(),
    token: addressBytes("token").notNull(),
    amountWei: wholeNumber("amount_wei").notNull(),
    ...flows(),
    /** Number of rows in `position_changes`. */
    changes: integer("changes").notNull(),
    /** The newest of them. */
    lastBlock: bigint("last_block", { mode: "number" }).notNull(),
    lastLogIndex: integer("last_log_index").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.datasetId, table.holder, table.token] }),
    index("positions_last").on(table.datasetId, table.holder, table.lastBlock, table.lastLogIndex),
    index("positions_open")
      .on(table.datasetId, table.holder, table.lastBlock, table.lastLogIndex)
      .where(sql`${table.amountWei} > 0`),
    index("positions_traders")
      .on(table.datasetId, table.token, table.realizedWei, table.paidWei, table.holder)
      .where(sql`${table.paidWei} > 0 or ${table.proceedsWei} > 0`),
  ],
);
