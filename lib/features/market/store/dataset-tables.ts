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

/** All tables with rows of a dataset, except checkpoints. */
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
