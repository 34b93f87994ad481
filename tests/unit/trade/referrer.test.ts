import { getAddress } from "viem";
import { describe, expect, it } from "vitest";
import { parseReferrer } from "@/lib/web/trade/referral/parse-referrer";
import { referralLink } from "@/lib/web/trade/referral/referrer";

const ADA = getAddress(`0x${"ab".repeat(20)}`);

describe("the referrer of a link", () => {
  it("is an address in lower case or with its checksum", () => {
    expect(parseReferrer(ADA)).toBe(ADA);
    expect(parseReferrer(ADA.toLowerCase())).toBe(ADA);
  });

  it.each([
    null,
    "",
    "ada.eth",
    "0x12",
    `0x${"0".repeat(40)}`,
    `0x${ADA.slice(2, -1)}${ADA.endsWith("b") ? "B" : "b"}`,
    `${ADA}00`,
    `javascript:${ADA}`,
  ])("is nobody for %s", (text) => {
    expect(parseReferrer(text)).toBeNull();
  });

  it("is read from the link that a referrer copies", () => {
    const page = { origin: "https://launchpad.example", pathname: `/base/${ADA}` };
    const link = new URL(referralLink(page, ADA));
    expect(link.origin + link.pathname).toBe(page.origin + page.pathname);
    expect(parseReferrer(link.searchParams.get("ref"))).toBe(ADA);
  });
});
