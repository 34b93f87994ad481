import { minimumReceived } from "@/lib/features/trade/rules/figures";
import { CHAIN_SLUGS, type ChainSlug } from "@/lib/shared/chains";
import { createStore } from "../../create-store";
import { hasShape } from "../../reads/has-shape";
import { readerOf } from "../../reads/reader";

/** A trade with a managed wallet that is being confirmed or sent. Amounts in smallest units. */
export type AccountTradeDraft = {
  accountId: string;
  chain: ChainSlug;
  tokenAddress: string;
  side: "buy" | "sell";
  amountIn: string;
  minAmountOut: string;
  /** How far the price may move between preview and trade, in basis points. */
  slippageBps: number;
  /** When it was made, in Unix milliseconds. */
  at: number;
  wallet: string;
  referrer: string | null;
  deadlineMinutes: number;
  /** Idempotency key of the confirmation: it is one trade, even if two tabs send it. */
  requestId: string;
  /**
   * Set once it may be sent. `deadline` in Unix seconds, `at` in Unix milliseconds. `networkFeeWei` as the
   * preview showed it; earlier releases stored none.
   */
  confirmed: { deadline: number; at: number; networkFeeWei?: string } | null;
};

const SHAPE = {
  fields: {
    accountId: "text",
    chain: { oneOf: CHAIN_SLUGS.map((is) => ({ is })) },
    tokenAddress: "text",
    side: { oneOf: [{ is: "buy" }, { is: "sell" }] },
    amountIn: "text",
    minAmountOut: "text",
    slippageBps: "number",
    at: "number",
    wallet: "text",
    referrer: { oneOf: ["null", "text"] },
    deadlineMinutes: "number",
    requestId: "text",
    confirmed: {
      oneOf: [
        "null",
        { fields: { deadline: "number", at: "number" }, maybe: { networkFeeWei: "text" } },
      ],
    },
  },
} as const;

/**
 * Positions and history show the result of an older confirmed trade. One that nobody confirmed within
 * this time is not offered again: its price is an old one.
 */
const SHOWN_MS = 15 * 60 * 1_000;

/** Whether a trade is too old to be shown again. */
export function isStaleTrade(draft: AccountTradeDraft): boolean {
  return Date.now() - (draft.confirmed ?? draft).at > SHOWN_MS;
}

/**
 * The least that a trade returns: the best minimum that was shown, or a higher one that its tolerance
 * allows at the price of a preview.
 */
export function bestMinimum(
  { minAmountOut, slippageBps }: Pick<AccountTradeDraft, "minAmountOut" | "slippageBps">,
  expectedOut: string,
): string {
  const shown = BigInt(minAmountOut);
  const allowed = minimumReceived(BigInt(expectedOut), slippageBps);
  return `${allowed > shown ? allowed : shown}`;
}

const stored = createStore(
  "slipway.account-trades",
  readerOf((value): value is AccountTradeDraft[] => hasShape({ list: SHAPE }, value)),
);

function change(update: (all: AccountTradeDraft[]) => AccountTradeDraft[]): void {
  stored.change((all) => {
    const left = update(all ?? []);
    return left.length === 0 ? null : left;
  });
}

/** Changes a trade that is not confirmed, also by another tab. */
function changeOpen(
  { requestId }: AccountTradeDraft,
  update: (draft: AccountTradeDraft) => AccountTradeDraft,
): void {
  change((all) =>
    all.map((one) => (one.requestId === requestId && one.confirmed === null ? update(one) : one)),
  );
}

/**
 * Trades that are being confirmed or sent, one of each token, so that a trade in another tab never
 * replaces a running one. Stored across reloads, a new sign-in and tabs. Sending one again never
 * trades twice, because of its `requestId`.
 */
export const accountTrades = {
  subscribe: stored.subscribe,
  /** The trade of a token; null if there is none. */
  of: (chain: ChainSlug, tokenAddress: string): AccountTradeDraft | null =>
    (stored.read() ?? []).find((one) => isDraftFor(one, chain, tokenAddress)) ?? null,
  /** Adds a trade, in place of the earlier one of its token. */
  add: (draft: AccountTradeDraft): void =>
    change((all) => {
      // Another tab may have confirmed it already.
      if (all.some(({ requestId }) => requestId === draft.requestId)) return all;
      const { chain, tokenAddress } = draft;
      const others = all.filter(
        (one) => !isDraftFor(one, chain, tokenAddress) && !isStaleTrade(one),
      );
      return [...others, draft];
    }),
  /** Stores the better minimum of a preview that is shown. */
  improve: (draft: AccountTradeDraft, expectedOut: string): void =>
    changeOpen(draft, (one) => ({ ...one, minAmountOut: bestMinimum(one, expectedOut) })),
  /** Confirms a trade, unless another tab has confirmed or canceled it. */
  confirm: (
    draft: AccountTradeDraft,
    confirmed: NonNullable<AccountTradeDraft["confirmed"]>,
  ): void => changeOpen(draft, (one) => ({ ...one, confirmed })),
  remove: (draft: AccountTradeDraft): void =>
    change((all) => all.filter(({ requestId }) => requestId !== draft.requestId)),
  clear: (): void => stored.write(null),
};

function isDraftFor(draft: AccountTradeDraft, chain: ChainSlug, tokenAddress: string): boolean {
  return draft.chain === chain && draft.tokenAddress === tokenAddress;
}
