import {
  managerAccounts,
  managerEvents,
  managerPools,
  managerShares,
  managers,
  managerTokens,
  streamPayments,
} from "./manager-tables";
import { candles, tokenTerms } from "./series-tables";
import {
  balances,
  blocks,
  feeClaims,
  feeStreamTransfers,
  launches,
  supplyChanges,
  swaps,
  tokens,
  transfers,
  wallMoves,
} from "./tables";

/** Every table whose rows belong to a dataset, but for its checkpoint. */
export const DATASET_TABLES = [
  tokens,
  tokenTerms,
  balances,
  candles,
  launches,
  swaps,
  transfers,
  supplyChanges,
  feeStreamTransfers,
  feeClaims,
  wallMoves,
  managerEvents,
  managers,
  managerTokens,
  managerShares,
  managerPools,
  managerAccounts,
  streamPayments,
  blocks,
] as const;
