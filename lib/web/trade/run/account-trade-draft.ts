import { CHAIN_SLUGS, type ChainSlug } from "@/lib/shared/chains";
import { createStore } from "../../create-store";
import { readerOf } from "../../reads/reader";
import { hasShape } from "../../reads/shape";

/** A trade with a managed wallet that is being confirmed or sent. Amounts in smallest units. */
export type AccountTradeDraft = {
  accountId: string;
  chain: ChainSlug;
  tokenAddress: string;
  side: "buy" | "sell";
  amountIn: string;
  minAmountOut: string;
  wallet: string;
  referrer: string | null;
  deadlineMinutes: number;
  /** Idempotency key of the confirmation: it is one trade, even if two tabs send it. */
  requestId: string;
  /** Set once it may be sent. `deadline` in Unix seconds, `at` in Unix milliseconds. */
  confirmed: { deadline: number; at: number } | null;
};

const SHAPE = {
  fields: {
    accountId: "text",
    chain: { oneOf: CHAIN_SLUGS.map((is) => ({ is })) },
    tokenAddress: "text",
    side: { oneOf: [{ is: "buy" }, { is: "sell" }] },
    amountIn: "text",
    minAmountOut: "text",
    wallet: "text",
    referrer: { oneOf: ["null", "text"] },
    deadlineMinutes: "number",
    requestId: "text",
    confirmed: { oneOf: ["null", { fields: { deadline: "number", at: "number" } }] },
  },
} as const;

/**
 * Stored across reloads, a new sign-in and tabs. Sending it again never trades twice, because of its
 * `requestId`.
 */
export const accountTradeDraft = createStore(
  "slipway.account-trade",
  readerOf((value): value is AccountTradeDraft => hasShape(SHAPE, value)),
);
