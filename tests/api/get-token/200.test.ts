import { describe, expect, it } from "vitest";
import { tokenBasicDetails } from "@/lib/features/market/schema/tokens";
import { request } from "../../setup/api/api";
import { launchBody } from "../../setup/api/launch-body";
import { untilListed } from "../../setup/api/until-listed";
import { launchToken } from "../../setup/chain/launch-token";

describe("GET tokens/{tokenAddress}: 200", () => {
  it("returns the launched token with its links, for any letter case of the address", async () => {
    const token = await launchToken({
      name: "Détails 🚀",
      symbol: "D",
      description: "Two\nlines",
      websiteUrl: "https://details.example/",
      telegramUrl: "https://t.me/details",
    });
    const path = `/v1/base-sepolia/tokens/${token}`;
    const details = await untilListed(path, tokenBasicDetails, (answer) => answer.image !== null);
    expect(details).toMatchObject({
      tokenAddress: token,
      name: "Détails 🚀",
      symbol: "D",
      description: "Two\nlines",
      socials: {
        website: "https://details.example/",
        twitter: "",
        telegram: "https://t.me/details",
        discord: "",
        farcaster: "",
      },
      meta: { network: "testnet" },
    });
    expect(details.image).toMatch(new RegExp(`^http://[^/]+/ipfs/${launchBody().imageIpfs}$`));
    expect(Math.abs(details.createdAt - Date.now() / 1000)).toBeLessThan(60);

    for (const spelling of [token.toLowerCase(), `0x${token.slice(2).toUpperCase()}`]) {
      const { status, body, headers } = await request(`/v1/base-sepolia/tokens/${spelling}`);
      expect(status).toBe(200);
      expect(tokenBasicDetails.parse(body).tokenAddress).toBe(token);
      expect(headers.get("cache-control")).toBe("public, s-maxage=30, stale-while-revalidate=60");
    }
  });
});
