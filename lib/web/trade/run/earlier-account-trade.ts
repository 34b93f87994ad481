import { createStore } from "../../create-store";
import { readerOf } from "../../reads/reader";

/** Earlier builds stored one trade here. Nothing reads it; the history shows its result. */
export const earlierAccountTrade = createStore(
  "slipway.account-trade",
  readerOf((value): value is null => value === null),
);
