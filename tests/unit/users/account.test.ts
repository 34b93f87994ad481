import { ApiError } from "@slipway-launchpad/client";
import { describe, expect, it } from "vitest";
import {
  earningsRows,
  earningsTotals,
  silentChains,
  sourceTitle,
} from "@/components/account/earnings/earnings-rows";
import { sharesForm, toSharesBody, toSharesDraft } from "@/components/account/shares/shares-form";
import { type EarningsAnswer, earningsAnswer } from "@/lib/features/fees/schema/earnings";
import {
  explainEmailProofError,
  explainSignInCode,
  explainSignInError,
} from "@/lib/web/account/explain-sign-in-error";
import { SignInError } from "@/lib/web/account/sign-in-error";

/** How the account page interprets the account API's responses. */

const WALLET = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";
const TOKEN = "0x1111111111111111111111111111111111111111";
const FRESH = "0x2222222222222222222222222222222222222222";
const MANAGER = "0x3333333333333333333333333333333333333333";
const HOOK = "0x4444444444444444444444444444444444444444";
const BOOKS = {
  earned: "0",
  claimed: "0",
  claimable: "0",
  createdTokens: 0,
  tokens: [],
  streams: [],
  managers: [],
};

function earnings(): EarningsAnswer {
  return earningsAnswer.parse({
    success: true,
    wallets: [
      {
        address: WALLET,
        managed: true,
        chains: [
          {
            chain: "base",
            balance: "0.5",
            claimable: [
              { chain: "base", kind: "token", source: TOKEN, amount: "0.25" },
              { chain: "base", kind: "token", source: FRESH, amount: "1" },
              { chain: "base", kind: "referral", source: HOOK, amount: "0.5" },
            ],
            referrals: [{ source: HOOK, claimed: "0.125" }],
            books: {
              ...BOOKS,
              claimed: "2",
              streams: [
                { tokenAddress: TOKEN, symbol: "ONE", name: "One", claimed: "2", claimable: "0.2" },
              ],
            },
          },
          {
            chain: "base-sepolia",
            balance: "7",
            claimable: [],
            referrals: [],
            books: {
              ...BOOKS,
              managers: [
                {
                  managerAddress: MANAGER,
                  type: "feeSplit",
                  roles: ["owner"],
                  earned: "0",
                  claimed: "0",
                  claimable: "0",
                  tokens: [],
                },
              ],
            },
          },
          { chain: "robinhood", balance: null, claimable: null, referrals: [], books: BOOKS },
        ],
      },
    ],
    payouts: [
      {
        chain: "base",
        kind: "token",
        source: TOKEN,
        amount: "0.25",
        wallet: WALLET,
        state: "pending",
        paid: null,
        transactionHash: null,
        error: null,
        createdAt: 1,
      },
    ],
    actions: [],
    terms: { minimum: "0.0001", gasFactor: 2 },
  });
}

describe("earnings", () => {
  it("lists unclaimed amounts from the chain beside payouts from the index, largest first", () => {
    const rows = earningsRows(earnings());
    expect(rows).toMatchObject([
      { source: FRESH, title: "Token", ready: "1", paid: "0", isBeingPaid: false },
      { source: HOOK, title: "Referrals", symbol: null, ready: "0.5", paid: "0.125" },
      { source: TOKEN, title: "One", symbol: "ONE", ready: "0.25", paid: "2", isBeingPaid: true },
    ]);
    expect(sourceTitle(rows, TOKEN)).toBe("One");
    expect(sourceTitle(rows, MANAGER)).toBeNull();
  });

  it("never adds test ETH to ETH", () => {
    expect(earningsTotals(earnings())).toEqual([
      { network: "mainnet", ready: "1.75", paid: "2.125", balance: "0.5", isEmpty: false },
      { network: "testnet", ready: "0", paid: "0", balance: "7", isEmpty: false },
    ]);
  });

  it("lists the chains that did not respond", () => {
    expect(silentChains(earnings())).toEqual(["robinhood"]);
  });
});

describe("share changes", () => {
  const place = { chain: "robinhood" as const, manager: MANAGER };
  const earners = [
    { account: TOKEN, role: "recipient", share: 6_000_000, claimableWei: 0n },
    { account: FRESH, role: "recipient", share: 4_000_000, claimableWei: 0n },
    { account: WALLET, role: "creator", share: null, claimableWei: 1n },
  ] as const;

  it("start from the current shares without empty ones", () => {
    const draft = toSharesDraft(earners);
    expect(draft.recipients).toEqual([
      { type: "wallet", id: TOKEN, share: "60" },
      { type: "wallet", id: FRESH, share: "40" },
    ]);
    expect(sharesForm(place).safeParse(draft).success).toBe(true);
    expect(toSharesBody(place, draft).recipients).toEqual([
      { type: "wallet", id: TOKEN, split: "6000000" },
      { type: "wallet", id: FRESH, split: "4000000" },
    ]);
  });

  it("rejects a sum other than 100% and an invalid username at their fields", () => {
    const draft = toSharesDraft(earners);
    const [first] = draft.recipients;
    if (first === undefined) throw new Error("there is a first");
    const less = { ...draft, recipients: [{ ...first, share: "50" }] };
    expect(sharesForm(place).safeParse(less).error?.issues[0]?.path).toEqual(["recipients"]);
    const nobody = { splitMode: "equal" as const, recipients: [{ ...first, id: "0x12" }] };
    expect(sharesForm(place).safeParse(nobody).error?.issues[0]?.path).toEqual([
      "recipients",
      0,
      "id",
    ]);
  });
});

describe("sign-in errors", () => {
  it.each([
    ["Verification", "This link no longer works"],
    ["OAuthCallback", "Sign-in with X failed"],
    ["TooMany", "Too many attempts"],
    ["Full", "Sign-in method not added"],
    ["toString", "Sign-in failed"],
  ])("explain %s", (code, title) => {
    expect(explainSignInCode(code).title).toBe(title);
    expect(explainSignInError(new SignInError(code)).title).toBe(title);
  });

  it("report when the next attempt is allowed", () => {
    const error = new ApiError({
      kind: "answered",
      status: 429,
      code: "rate_limited",
      message: "Too many",
      retryAfterSeconds: 42,
    });
    expect(explainSignInError(error).next).toBe("Try again in 42 seconds.");
    // A new account is counted after the proof, which works once.
    expect(explainEmailProofError(error).next).toBe(
      "Try again in 42 seconds. If the email no longer works then, request a new one.",
    );
    expect(explainEmailProofError(new SignInError("CodeWrong")).title).toBe("Incorrect code");
  });

  it("report a rejection in the wallet", () => {
    const refused = Object.assign(new Error("User rejected the request."), { code: 4001 });
    expect(explainSignInError(refused).title).toMatch(/reject|declin|cancel/i);
  });
});
