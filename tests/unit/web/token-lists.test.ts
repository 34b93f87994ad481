import { describe, expect, it } from "vitest";
import { imagePath } from "@/components/tokens/image-path";
import {
  byAge,
  type ChainToken,
  compareDecimals,
  holdTokens,
  onChain,
} from "@/components/tokens/newest/token-lists";
import { safeLinks } from "@/components/tokens/safe-links";
import { tokenArt } from "@/components/tokens/token-art";

function token(name: string, facts: Partial<ChainToken> = {}): ChainToken {
  const { chain = "base", ...others } = facts;
  return {
    ...onChain(chain, { tokenAddress: `0x${name}` }),
    name,
    symbol: name,
    marketCapETH: "1",
    createdAt: 1,
    image: null,
    description: null,
    ...others,
  };
}

const keysOf = (...names: string[]) => new Set(names.map((name) => token(name).key));
const namesOf = (tokens: readonly ChainToken[]) => tokens.map(({ name }) => name);

describe("list order", () => {
  it("compares decimals by value, beyond the precision of a float", () => {
    expect(compareDecimals("9", "10")).toBe(-1);
    expect(compareDecimals("1.000000000000000002", "1.000000000000000001")).toBe(1);
    expect(compareDecimals("1.5", "1.50")).toBe(0);
    expect(compareDecimals("0.000000000000000000000000000001", "0")).toBe(1);
  });

  it("puts the younger token first, ties by address", () => {
    const a = token("a", { createdAt: 1 });
    const b = token("b", { createdAt: 3 });
    const c = token("c", { createdAt: 3 });
    expect(namesOf([c, a, b].sort(byAge))).toEqual(["b", "c", "a"]);
  });
});

const NONE: ReadonlySet<string> = new Set();

describe("holdTokens", () => {
  it("keeps positions, updates numbers and counts held-back tokens", () => {
    const held = [token("a"), token("b")];
    const latest = [token("new"), token("b", { marketCapETH: "7" })];
    const { visible, waiting } = holdTokens(held, latest, NONE);
    expect(namesOf(visible)).toEqual(["a", "b"]);
    expect(visible[1]?.marketCapETH).toBe("7");
    expect(waiting).toBe(1);
  });

  it("shows pages loaded below, also while it holds updates", () => {
    const held = [token("a"), token("b")];
    const latest = [token("a"), token("new"), token("b"), token("c"), token("d")];
    const { visible, waiting } = holdTokens(held, latest, NONE);
    expect(namesOf(visible)).toEqual(["a", "b", "c", "d"]);
    expect(waiting).toBe(1);
  });

  it("removes a token that was hidden meanwhile", () => {
    const held = [token("a"), token("b"), token("c")];
    const { visible } = holdTokens(held, [token("a"), token("c")], new Set(["base:0xb"]));
    expect(namesOf(visible)).toEqual(["a", "c"]);
  });

  it("removes a token that a correction of the whole list lacks", () => {
    const held = [token("a"), token("b"), token("c")];
    const { visible } = holdTokens(held, [token("c"), token("a")], NONE, keysOf("a", "c"));
    expect(namesOf(visible)).toEqual(["a", "c"]);
  });

  it("keeps a loaded token that is held back until another chain has loaded more", () => {
    const held = [token("a"), token("b"), token("c")];
    const { visible } = holdTokens(held, [token("b"), token("a")], NONE, keysOf("a", "b", "c"));
    expect(namesOf(visible)).toEqual(["a", "b", "c"]);
  });

  it("holds back nothing in an empty list", () => {
    expect(holdTokens([], [token("a")], NONE)).toEqual({ visible: [token("a")], waiting: 0 });
  });

  it("distinguishes the same address on two chains", () => {
    const { waiting } = holdTokens([token("a")], [token("a", { chain: "base-sepolia" })], NONE);
    expect(waiting).toBe(1);
  });
});

describe("safeLinks", () => {
  const none = { website: "", twitter: "", telegram: "", discord: "", farcaster: "" };

  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "https://bank.example@evil.example/",
    "not a url",
    "",
  ])("rejects %s", (website) => {
    expect(safeLinks({ ...none, website })).toEqual([]);
  });

  it("shows the real target of a link", () => {
    expect(safeLinks({ ...none, website: "https://www.example.com/a?b" })).toEqual([
      { title: "Website", url: "https://www.example.com/a?b", host: "example.com" },
    ]);
  });
});

describe("tokenArt", () => {
  it("is the same for one address in any letter case, and differs between addresses", () => {
    const address = "0x8Ba1f109551bD432803012645Ac136ddd64DBA72";
    expect(tokenArt(address)).toEqual(tokenArt(address.toLowerCase()));
    expect(tokenArt(address)).not.toEqual(tokenArt(`${address.slice(0, -1)}3`));
  });
});

describe("imagePath", () => {
  it("loads IPFS content from this site, whatever host the data names", () => {
    const cid = "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y";
    expect(imagePath(`https://gateway.example/ipfs/${cid}`)).toBe(`/ipfs/${cid}`);
    expect(imagePath("https://example.com/a.png")).toBe("https://example.com/a.png");

    expect(imagePath(null)).toBeNull();
  });
});
