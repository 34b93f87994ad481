import { describe, expect, it } from "vitest";
import { parseBlockList } from "@/lib/features/moderation/rules/block-list";
import { normalizeBlock } from "@/lib/features/moderation/rules/moderation";
import { contentDigest } from "@/lib/shared/cid";

const V0 = "QmbWqxBEKC3P8tqsKc98xmWNzrzDtRLMiMPL8wBuTGsMnR";

describe("a block list", () => {
  it("has wallets, emails, networks, domains, usernames and CIDs, in any letter case", () => {
    const text = `# of the operator
0x8BA1F109551BD432803012645AC136DDD64DBA72
Spam@Example.com  # an email
203.0.113.0/24
2001:db8::/32
198.51.100.7
bad.example
x:@Impostor
farcaster:Impostor.eth
fid:123
x-id:1234567890123456789
base-sepolia:0x52908400098527886E0F7030069857D2E4169EE7
wallet: 0x52908400098527886E0F7030069857D2E4169EE7

cid:${V0}
${V0}
`;
    const { blocks, cids, tokens } = parseBlockList(text);
    expect(blocks.map(({ type, value }) => `${type} ${value}`)).toEqual([
      "wallet 0x8ba1f109551bd432803012645ac136ddd64dba72",
      "email spam@example.com",
      "network 203.0.113.0/24",
      "network 2001:db8::/32",
      "network 198.51.100.7/32",
      "domain bad.example",
      "twitter impostor",
      "farcaster impostor.eth",
      "farcaster_id 123",
      "twitter_id 1234567890123456789",
      "wallet 0x52908400098527886e0f7030069857d2e4169ee7",
    ]);
    expect(tokens).toEqual([
      { chainId: 84_532, address: "0x52908400098527886E0F7030069857D2E4169EE7" },
    ]);
    expect(cids).toEqual([contentDigest(V0), contentDigest(V0)]);
  });

  it.each([
    "nobody",
    "0x1234",
    "fid:",
    "fid:impostor",
    "x-id:@impostor",
    "base:0x1234",
    "84532:0x52908400098527886E0F7030069857D2E4169EE7",
    "network:0.0.0.0/0",
    "1.2.3.4/33",
    "cid:nothing",
    "300.1.1.1",
  ])("names the line of an invalid entry: %s", (line) => {
    expect(() => parseBlockList(`# ok\n${line}`)).toThrow("line 2 is not an entry");
  });

  it("has one form for an IPv4 address, however a socket spells it", () => {
    for (const value of ["203.0.113.5", "::ffff:203.0.113.5", "::FFFF:203.0.113.5"]) {
      expect(normalizeBlock("network", value)).toEqual({
        type: "network",
        value: "203.0.113.5/32",
      });
    }
  });

  it("takes the longest email address", () => {
    const value = `${"a".repeat(64)}@${`${"b".repeat(58)}.`.repeat(3)}example.cc`.padEnd(254, "c");
    expect(value).toHaveLength(254);
    expect(normalizeBlock("email", value)).toEqual({ type: "email", value });
    expect(normalizeBlock("email", `${value}c`)).toBeNull();
  });

  it("rejects networks that are too wide", () => {
    for (const value of ["0.0.0.0/0", "::/0", "10.0.0.0/7"]) {
      expect(normalizeBlock("network", value)).toBeNull();
    }
  });
});
