import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  draftToLaunchBody,
  EMPTY_DRAFT,
  type LaunchDraft,
  requestOf,
  storedDraft,
  tidyUsd,
  toFormPath,
  toUsdc,
  usdText,
} from "@/components/launch/form/launch-form";
import {
  findIssues,
  type LaunchLimits,
  withPossiblePayer,
} from "@/components/launch/form/launch-rules";
import { getStep } from "@/components/launch/form/launch-steps";
import { describeIssue } from "@/components/launch/review/submit-problem";
import {
  createRevenueSchema,
  createSplitSchema,
  EMPTY_REVENUE_DRAFT,
  EMPTY_SPLIT_DRAFT,
  toRevenueBody,
} from "@/components/managers/manager-forms";
import { splitEqually, withCustomShares } from "@/components/recipients/split-draft";
import { launchRequest } from "@/lib/features/launch/schema/request";
import { CONFIG_EXAMPLES } from "@/lib/features/system/examples";
import { config } from "@/lib/features/system/schema";
import type { ChainSlug } from "@/lib/shared/chains";
import { BY_SERVICE, launchKeyOf, noteRefused, noteSent } from "@/lib/web/launch/launch-keys";

const CID = "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y";
const ADA = "0x1111111111111111111111111111111111111111";
const GRACE = "0x2222222222222222222222222222222222222222";

const complete: LaunchDraft = {
  ...EMPTY_DRAFT,
  name: "First Light",
  symbol: "LIGHT",
  media: { kind: "image", cid: CID, name: "light.png" },
  creator: { type: "email", id: "ada@example.com" },
};
const split: LaunchDraft = {
  ...complete,
  treasury: "fee_split",
  splitMode: "custom",
  recipients: [
    { type: "wallet", id: ADA, share: "60" },
    { type: "wallet", id: GRACE, share: "40" },
  ],
};

/** Form paths with errors for a draft. */
function refusedAt(draft: LaunchDraft, limits?: LaunchLimits): string[] {
  return findIssues(draft, limits).map(({ path }) => path.join("."));
}

/** The error messages for a draft. */
function wordsAbout(draft: LaunchDraft, limits?: LaunchLimits): string[] {
  return findIssues(draft, limits).map(describeIssue);
}

describe("findIssues", () => {
  it("accepts an opening that has passed since the launch was sent, while its outcome is unknown", () => {
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const texts = new Map<string, string>();
    vi.stubGlobal("document", { documentElement: { dataset: {} } });
    vi.stubGlobal("window", {
      addEventListener: () => undefined,
      localStorage: {
        getItem: (name: string) => texts.get(name) ?? null,
        setItem: (name: string, text: string) => texts.set(name, text),
        removeItem: (name: string) => texts.delete(name),
      },
    });
    const draft = { ...complete, opensAt: "2020-01-01T12:00" };
    const key = launchKeyOf(requestOf(draft), BY_SERVICE);
    expect(refusedAt(draft)).toEqual(["opensAt"]);
    noteSent(key, { request: BY_SERVICE, terms: BY_SERVICE, jobId: null });
    expect(refusedAt(draft)).toEqual([]);
    expect(refusedAt({ ...draft, name: "Another" })).toEqual(["opensAt"]);
    noteRefused(key, BY_SERVICE);
    expect(refusedAt(draft)).toEqual(["opensAt"]);
  });

  it.each([
    ["a plain draft", complete],
    ["a split", split],
    ["nobody as creator", { ...complete, creator: { type: "none" as const, id: "" } }],
    [
      "protection and a referral share",
      { ...complete, launchProtection: true, referralPercent: "20%" },
    ],
    ["equal shares", { ...split, splitMode: "equal" as const }],
    ["a manager", { ...complete, treasury: "revenue_manager" as const, managerAddress: ADA }],
  ])("accepts %s, as the Launch API does", (_, draft) => {
    expect(refusedAt(draft)).toEqual([]);
    expect(launchRequest.safeParse(draftToLaunchBody(draft)).success).toBe(true);
  });

  it.each<[string, Partial<LaunchDraft>, string]>([
    ["no name", { name: "  " }, "name"],
    ["a long symbol", { symbol: "NINECHARS" }, "symbol"],
    ["bidi characters", { name: "a\u202eb" }, "name"],
    ["no picture", { media: null }, "media"],
    ["a wrong link", { websiteUrl: "javascript:alert(1)" }, "websiteUrl"],
    ["a wrong creator", { creator: { type: "email", id: "ada" } }, "creator.id"],
    ["an empty creator", { creator: { type: "wallet", id: "" } }, "creator.id"],
    ["a wrong manager", { treasury: "revenue_manager", managerAddress: "0x1" }, "managerAddress"],
    ["an empty split", { treasury: "fee_split" }, "recipients"],
    ["a referral share above 20", { referralPercent: "21" }, "referralPercent"],
    ["half a percent for referrers", { referralPercent: "0.5" }, "referralPercent"],
    ["a percentage above 100", { feeSharePercent: "101" }, "feeSharePercent"],
    ["a market cap of words", { marketCapUsd: "lots" }, "marketCapUsd"],
    ["an opening time of words", { opensAt: "tomorrow" }, "opensAt"],
    ["an opening time in the past", { opensAt: "2020-01-01T12:00" }, "opensAt"],
  ])("rejects %s at its field", (_, change, path) => {
    expect(refusedAt({ ...complete, ...change })).toContain(path);
  });

  it("rejects a sum other than 100% and an empty share", () => {
    const [first, second] = split.recipients;
    if (first === undefined || second === undefined) throw new Error("two recipients");
    const recipients = [first, { ...second, share: "39.99999" }];
    expect(refusedAt({ ...split, recipients })).toEqual(["recipients"]);
    expect(refusedAt({ ...split, recipients: [first, { ...second, share: "0" }] })).toContain(
      "recipients.1.share",
    );
  });

  it("generates equal shares that the Launch API accepts, for any number of recipients", () => {
    for (const count of [1, 3, 7, 100]) {
      const recipients = splitEqually(
        Array.from({ length: count }, (_, index) => ({
          type: "twitter" as const,
          id: `person_${index}`,
          share: "",
        })),
      );
      expect(refusedAt({ ...split, recipients })).toEqual([]);
    }
  });
});

describe("withCustomShares", () => {
  const rows = (...shares: string[]) =>
    shares.map((share, index) => ({ type: "twitter" as const, id: `person_${index}`, share }));

  it("starts with equal shares", () => {
    expect(withCustomShares(rows("", ""))).toEqual(rows("50", "50"));
  });

  it("keeps the shares that were typed before, also incomplete ones", () => {
    expect(withCustomShares(rows("70", "30"))).toEqual(rows("70", "30"));
    expect(withCustomShares(rows("70", ""))).toEqual(rows("70", ""));
  });
});

const LIMITS: LaunchLimits = {
  marketCapUsdc: { default: "7500000000", min: "1000000000", max: "1000000000000000" },
  chains: [],
};

describe("error messages", () => {
  it.each<[string, Partial<LaunchDraft>, string]>([
    [
      "a price too low",
      { marketCapUsd: "999" },
      "Market cap must be between $1,000 and $1,000,000,000",
    ],
    ["a price too high", { marketCapUsd: "1000000001" }, "Market cap must be between $1,000 and"],
    ["an early opening", { opensAt: "2020-01-01T12:00" }, "must be in the future"],
    ["a late opening", { opensAt: "9999-01-01T12:00" }, "must be within 30 days"],
    ["an exponent", { marketCapUsd: "1e3" }, "Write the number in digits, such as 7500."],
    ["no market cap", { marketCapUsd: "" }, "Enter a number, such as 7500."],
    ["a referral share above 20%", { referralPercent: "20.5%" }, "whole number"],
    ["a referral share above 20%", { referralPercent: "21" }, "must be between 0% and 20%"],
    ["a share above 100%", { feeSharePercent: "101" }, "must be between 0% and 100%"],
    ["no creator", { creator: { type: "email", id: "" } }, "Enter an email address."],
    ["a wrong link", { websiteUrl: "not a link" }, "must be a link, such as https://example.com"],
    ["a symbol of two words", { symbol: "MY COIN" }, "Symbol must not contain spaces"],
    ["a split without people", { treasury: "fee_split" }, "Add at least one recipient."],
    [
      "shares that are not all",
      { ...split, recipients: split.recipients.slice(0, 1) },
      "Shares must add up to 100%: 40% is unassigned.",
    ],
    [
      "one person twice",
      {
        ...split,
        splitMode: "equal",
        recipients: [
          { type: "twitter", id: "@Ada", share: "" },
          { type: "twitter", id: "https://x.com/ada", share: "" },
        ],
      },
      "Recipient 2: This recipient is already in the list.",
    ],
  ])("explain for %s what to do, in users' units", (_, change, words) => {
    const read = wordsAbout({ ...complete, ...change }, LIMITS);
    expect(read.join("\n")).toContain(words);
    for (const text of read) expect(text).not.toMatch(/\d{7,}|bps|micro|\b[a-z]+[A-Z]/);
  });
});

describe("the payer", () => {
  const facts = config.parse(CONFIG_EXAMPLES.response).chains[0];
  if (facts === undefined) throw new Error("no chain in the example");
  const limitsOf = (walletFundedLaunch: boolean): LaunchLimits => ({
    marketCapUsdc: CONFIG_EXAMPLES.response.marketCapUsdc,
    chains: [{ ...facts, capabilities: { ...facts.capabilities, walletFundedLaunch } }],
  });
  const paid: LaunchDraft = {
    ...complete,
    chain: facts.slug,
    payer: "wallet",
    firstBuyEth: "none",
  };

  it("is the service where a wallet cannot pay, without the first buy of the wallet", () => {
    expect(refusedAt(paid, limitsOf(true))).toEqual(["firstBuyEth"]);
    expect(refusedAt(paid, limitsOf(false))).toEqual([]);
    expect(withPossiblePayer(paid, limitsOf(true)).payer).toBe("wallet");
    expect(withPossiblePayer(paid, limitsOf(false)).payer).toBe("service");
  });

  it("buys first for a creator with an email address only where accounts trade", () => {
    const buys = { ...paid, firstBuyEth: "0.1" };
    const trading = (accountTrading: boolean) =>
      config.parse({
        ...CONFIG_EXAMPLES.response,
        chains: [{ ...facts, accountTrading }],
      });
    expect(refusedAt(buys, trading(true))).toEqual([]);
    expect(refusedAt(buys, trading(false))).toEqual(["firstBuyEth"]);
  });

  it("is the chosen one while the configuration is unknown", () => {
    expect(withPossiblePayer(paid, undefined)).toBe(paid);
  });
});

describe("the chain", () => {
  const limits = config.parse(CONFIG_EXAMPLES.response);
  const others = {
    ...limits,
    chains: limits.chains.filter(({ slug }) => slug !== complete.chain),
  };

  it("is refused where this launchpad does not serve it", () => {
    expect(refusedAt(complete, limits)).toEqual([]);
    expect(refusedAt(complete, others)).toEqual(["chain"]);
    expect(wordsAbout(complete, others)).toEqual([
      "Chain is not served by this launchpad. Choose another chain.",
    ]);
    expect(getStep("chain")).toBe("details");
    expect(refusedAt(complete, undefined)).toEqual([]);
  });

  it("of a manager is refused where this launchpad does not serve it", () => {
    const person = { type: "wallet", id: ADA } as const;
    const revenue = { ...EMPTY_REVENUE_DRAFT, recipient: person };
    const recipients = [{ ...person, share: "" }];
    const fees = { ...EMPTY_SPLIT_DRAFT, owner: person, recipients };
    const errors = (served: readonly ChainSlug[]) =>
      [
        createRevenueSchema(served).safeParse(revenue),
        createSplitSchema(served).safeParse(fees),
      ].map(({ error }) => error?.issues.map(({ path, message }) => [path.join("."), message]));
    expect(errors(["base"])).toEqual([undefined, undefined]);
    const refused = [["chain", "is not served by this launchpad. Choose another chain."]];
    expect(errors(["base-sepolia"])).toEqual([refused, refused]);
  });
});

describe("launch protection", () => {
  const facts = config.parse(CONFIG_EXAMPLES.response).chains[0];
  if (facts === undefined) throw new Error("no chain in the example");
  const limitsOf = (launchProtection: boolean): LaunchLimits => ({
    marketCapUsdc: CONFIG_EXAMPLES.response.marketCapUsdc,
    chains: [{ ...facts, capabilities: { ...facts.capabilities, launchProtection } }],
  });
  const wanted: LaunchDraft = { ...complete, chain: facts.slug, launchProtection: true };

  it("is refused with a reason where the chain does not offer it", () => {
    expect(refusedAt(wanted, limitsOf(true))).toEqual([]);
    expect(wordsAbout(wanted, limitsOf(false)).join()).toContain(
      "Launch protection is not available on",
    );
    expect(refusedAt({ ...wanted, launchProtection: false }, limitsOf(false))).toEqual([]);
  });

  it("and the referral share are sent only if they are set", () => {
    const options = { ...wanted, referralPercent: " 20% " };
    expect(draftToLaunchBody(options)).toMatchObject({
      launchProtection: true,
      referralShare: "20",
    });
    const plain = draftToLaunchBody({ ...complete, referralPercent: "0" });
    expect(Object.keys(plain)).not.toContain("launchProtection");
    expect(Object.keys(plain)).not.toContain("referralShare");
  });

  it("is off in a stored draft of an earlier version", () => {
    const { launchProtection: _off, referralPercent: _none, ...earlier } = complete;
    expect(storedDraft.parse(earlier)).toEqual(complete);
  });
});

describe("alternative input formats", () => {
  it("are converted to the fields of the Launch API", () => {
    const body = draftToLaunchBody({
      ...complete,
      symbol: " $goat",
      websiteUrl: "example.com",
      twitterUrl: "@ada",
      telegramUrl: "t.me/ada",
      discordUrl: "discord.gg/abc",
      creator: { type: "twitter", id: "https://x.com/ada_l" },
      marketCapUsd: "$4,000 ",
      feeSharePercent: "80 %",
    });
    expect(body).toMatchObject({
      symbol: "GOAT",
      websiteUrl: "https://example.com",
      twitterUrl: "https://x.com/ada",
      telegramUrl: "https://t.me/ada",
      discordUrl: "https://discord.gg/abc",
      creatorTwitterUsername: "ada_l",
      creatorFeeSplit: "8000",
      marketCap: "4000000000",
    });
    expect(launchRequest.safeParse(body).success).toBe(true);
  });
});

describe("the consent of a manager's moderator", () => {
  const consent = { nonce: "1", deadline: "2", signature: "0x" };
  const draft: LaunchDraft = {
    ...complete,
    treasury: "fee_split_manager",
    managerAddress: ADA,
    managerConsent: { ...consent, chain: complete.chain, manager: ADA, payer: "service" },
  };

  it("is sent only with the payer that it was signed for", () => {
    expect(draftToLaunchBody(draft)).toMatchObject({ feeSplitManagerConsent: consent });
    const other = draftToLaunchBody({ ...draft, payer: "wallet" });
    expect(other).not.toHaveProperty("feeSplitManagerConsent");
  });

  it("counts as one for the service in drafts that were stored without a payer", () => {
    const { payer: _, ...stored } = draft.managerConsent ?? {};
    expect(storedDraft.parse({ ...draft, managerConsent: stored }).managerConsent).toEqual(
      draft.managerConsent,
    );
  });
});

describe("an address that was pasted with its scheme", () => {
  const pasted = ` ethereum:${ADA}\n`;

  it("is sent as the address of a manager, with its consent", () => {
    const consent = { nonce: "1", deadline: "2", signature: "0x" };
    const draft: LaunchDraft = {
      ...complete,
      treasury: "fee_split_manager",
      managerAddress: pasted,
      managerConsent: { ...consent, chain: complete.chain, manager: ADA, payer: complete.payer },
    };
    expect(refusedAt(draft)).not.toContain("managerAddress");
    expect(draftToLaunchBody(draft)).toMatchObject({
      feeSplitManagerAddress: ADA,
      feeSplitManagerConsent: consent,
    });
    expect(draftToLaunchBody({ ...draft, treasury: "revenue_manager" })).toMatchObject({
      revenueManagerAddress: ADA,
    });
  });

  it("is sent as the owner of a revenue manager", () => {
    const recipient = { type: "wallet" as const, id: pasted };
    const draft = { ...EMPTY_REVENUE_DRAFT, recipient, ownerAddress: pasted };
    expect(createRevenueSchema([draft.chain]).safeParse(draft).error).toBeUndefined();
    expect(toRevenueBody(draft)).toMatchObject({
      ownerAddress: ADA,
      recipientAddress: ADA,
    });
  });
});

describe("mapping of Launch API errors to the form", () => {
  it.each([
    ["feeSplitRecipients.3.split", "recipients.3.share", "fees"],
    ["creatorTwitterUsername", "creator.id", "fees"],
    ["marketCap", "marketCapUsd", "price"],
    ["imageIpfs", "media", "media"],
    ["symbol", "symbol", "details"],
  ])("%s is shown at %s in step %s", (wire, form, step) => {
    const path = toFormPath(wire.split(".")).join(".");
    expect(path).toBe(form);
    expect(getStep(path)).toBe(step);
  });
});

describe("toUsdc", () => {
  it.each([
    ["4000", "4000000000"],
    ["$4,000.50", "4000500000"],
    ["0.000001", "1"],
  ])("reads %s", (text, usdc) => expect(BigInt(toUsdc(text) ?? -1)).toBe(BigInt(usdc)));

  it("reads what tidyUsd writes for a reader with a decimal comma", () => {
    vi.stubGlobal("slipwayReaderMarks", () => ",.");
    const text = tidyUsd("100,1230") ?? "";
    expect([tidyUsd(text), toUsdc(text)]).toEqual([text, "100123000"]);
    vi.unstubAllGlobals();
  });

  it("reads the operator's default for a reader with a decimal comma", () => {
    vi.stubGlobal("slipwayReaderMarks", () => ",.");
    expect(toUsdc(usdText("100123000"))).toBe("100123000");
    vi.unstubAllGlobals();
    expect(usdText("4000000000")).toBe("4000");
  });

  it.each(["", "4k", "-1", "1.2345678"])("rejects %j", (text) => expect(toUsdc(text)).toBeNull());
});
