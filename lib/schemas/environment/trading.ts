import { z } from "zod";
import { wei } from "./values";

/** Trades of signed-in users with their managed wallets. */
export const tradingVariables = {
  ACCOUNT_TRADING: z.enum(["on", "off"]).default("on").meta({
    example: "on",
    topic: "accounts",
    description:
      "`off` stops signed-in users from trading with their managed wallets. Trades that were accepted before are sent.",
  }),
  ACCOUNT_TRADE_MAX_WEI: wei.default(1_000_000_000_000_000_000n).meta({
    example: "1000000000000000000",
    topic: "accounts",
    description:
      "Largest trade with a managed wallet: the ETH that it spends or receives, in wei. Sold tokens count at what they would return from the median price of the last hour or day, if that is higher.",
  }),
  ACCOUNT_TRADE_DAY_MAX_WEI: wei.default(5_000_000_000_000_000_000n).meta({
    example: "5000000000000000000",
    topic: "accounts",
    description:
      "Maximum that a user's managed wallets may trade in 24 hours, in wei. Mainnets count together, and so do testnets.",
  }),
  ACCOUNT_TRADE_REAUTH_WEI: wei.default(100_000_000_000_000_000n).meta({
    example: "100000000000000000",
    topic: "accounts",
    description:
      "Maximum that a user may trade in 24 hours without a sign-in within the last 10 minutes, in wei. `0` requires it for each trade.",
  }),
};
