import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { parseEther } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readExplorerState } from "@/components/explorer/explorer-state";
import { ActiveFilters } from "@/components/explorer/filters/active-filters";
import { validateRecipients } from "@/components/recipients/recipient-rules";
import { SplitPie } from "@/components/recipients/split-pie";
import { Amount } from "@/components/tokens/amounts/amount";
import { Change } from "@/components/tokens/amounts/change";
import { readNumber } from "@/lib/shared/text/number-text";
import { confirmDraft } from "@/lib/web/account/pending-withdrawal";
import { formatCount } from "@/lib/web/format/format-decimal";

const render = (element: ReactElement) => renderToStaticMarkup(element);
const { slipwayReaderMarks } = globalThis;

describe("for a reader with a decimal comma", () => {
  beforeAll(() => {
    globalThis.slipwayReaderMarks = () => ",.";
  });
  afterAll(() => {
    globalThis.slipwayReaderMarks = slipwayReaderMarks;
  });

  it("shows filters with the reader's marks", () => {
    const query = "marketCapMin=2.125&holdersMin=12345&creatorShareMax=0.5&ageMin=90";
    const state = readExplorerState(new URLSearchParams(query));
    const html = render(createElement(ActiveFilters, { state, onChange: () => undefined }));
    expect(html).toContain("Remove filter: Market cap from 2,125 ETH");
    expect(html).toContain("Remove filter: Holders from 12.345");
    expect(html).toContain("Remove filter: Creator to 0,5%");
    expect(html).toContain("Remove filter: Older than 1,5m");
    expect(html).not.toContain("2.125");
  });

  it("shows exact values with the reader's marks", () => {
    expect(render(createElement(Change, { percent: "-1.234" }))).toContain(
      'title="−1,234% in 24h"',
    );
    const amount = createElement(Amount, { value: "1234.567", unit: "ETH" });
    expect(render(amount)).toContain('title="1.234,567 ETH"');
    expect(render(createElement(SplitPie, { shares: [], sum: 3_333_000 }))).toContain("33,33%");
  });

  it("explains a sum of shares with the reader's marks", () => {
    const recipient = { type: "twitter", id: "ada", share: "87,5" } as const;
    const issues = validateRecipients({ splitMode: "custom", recipients: [recipient] });
    expect(issues).toMatchObject([{ message: "Shares must add up to 100%: 12,5% is unassigned." }]);
  });

  it("keeps the amount of a confirmed withdrawal readable in its form, where it is edited again", () => {
    const wallet = `0x${"1".repeat(40)}`;
    const draft = { accountId: "a", chain: "base", wallet, to: wallet } as const;
    const preview = { amount: "1.234", to: `0x${"2".repeat(40)}`, feeAtMost: "0.001" };
    const sent = confirmDraft({ ...draft, amount: "1,2340", confirmed: null }, preview);
    expect(sent).toMatchObject({ to: preview.to, confirmed: { isRequested: false } });
    expect(readNumber(sent.amount, { decimals: 18, mark: "," }).value).toBe("1.234");
    // The service receives the same text.
    expect(parseEther(sent.amount)).toBe(parseEther("1.234"));
    const everything = { ...draft, amount: " Max ", confirmed: null };
    expect(confirmDraft(everything, preview).amount).toBe("max");
  });

  it("shows counts with the reader's marks", () => {
    expect(formatCount(999)).toBe("999");
    expect(formatCount(1_234)).toBe("1,2K");
    expect(formatCount(1_234, ".,")).toBe("1.2K");
  });
});
