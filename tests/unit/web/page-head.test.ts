import { resolveTitle } from "next/dist/lib/metadata/resolvers/resolve-title";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { shortDescription, siteTitle } from "@/app/page-head";

beforeEach(() => {
  vi.stubGlobal("slipwayPageData", { brand: { name: "Slipway" } });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("siteTitle", () => {
  it.each(["First Light", "$$ $& $' $` $1", "100%s"])("keeps the name %j unchanged", (name) => {
    const { absolute } = resolveTitle(siteTitle(name), "%s · Slipway");
    expect(absolute).toBe(`${name} · Slipway`);
  });
});

describe("shortDescription", () => {
  it("is one line of at most 200 code points, never a part of one", () => {
    expect(shortDescription(" a\n\n b\u2028c ")).toBe("a b c");
    const description = shortDescription(`${"a".repeat(199)}👩${"b".repeat(9)}`);
    expect(description).toBe(`${"a".repeat(199)}👩`);
  });
});
