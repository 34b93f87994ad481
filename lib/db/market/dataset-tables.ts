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
} from "../schema/market";
import {
  managerAccounts,
  managerEvents,
  managerPools,
  managerShares,
  managers,
  managerTokens,
  streamPayments,
} from "../schema/market-managers";
import { candles, tokenTerms } from "../schema/market-series";

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
