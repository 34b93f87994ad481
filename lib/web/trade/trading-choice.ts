import { createStore } from "../create-store";
import { readerOf } from "../reads/reader";

/** Represents the first managed wallet, before the visitor has signed in. */
export const OWN_ACCOUNT = "account";

/** The address that the visitor trades with, or `OWN_ACCOUNT`; null until one is chosen. */
export const tradingChoice = createStore(
  "slipway.trade-with",
  readerOf((value): value is string => typeof value === "string"),
);

/** Before a sign-in to trade. Kept when the sign-in leaves the page: it returns to this account. */
export async function chooseOwnAccount(): Promise<void> {
  tradingChoice.write(OWN_ACCOUNT);
}
