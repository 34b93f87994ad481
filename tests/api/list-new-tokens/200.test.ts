import { describe, expect, it } from "vitest";
import { newTokenList } from "@/lib/features/market/schema/tokens";
import { request } from "../../setup/api/api";
import { untilListed } from "../../setup/api/until-listed";
import { launchToken } from "../../setup/chain/launch-token";

const PATH = "/v1/base-sepolia/tokens/new";

describe("GET tokens/new: 200", () => {
  it("lists the newest tokens first, open for trading", async () => {
    const older = await launchToken({ name: "Older" });
    const newer = await launchToken({ name: "Newer" });
    const { data } = await untilListed(`${PATH}?limit=100`, newTokenList, (answer) =>
      answer.data.some((item) => item.tokenAddress === newer),
    );
    const places = [newer, older].map((token) =>
      data.findIndex((item) => item.tokenAddress === token),
    );
    expect(places[0]).toBeLessThan(places[1] ?? -1);
    expect(data[places[0] ?? 0]).toMatchObject({ name: "Newer", symbol: "LIGHT", isActive: true });
    for (const [i, item] of data.entries()) {
      const before = data[i - 1];
      if (before) expect(before.createdAt).toBeGreaterThanOrEqual(item.createdAt);
    }
  });

  it("returns 304 for its own ETag while nothing has changed", async () => {
    // The response has a timestamp in whole seconds: the second attempt falls into one second.
    let status = 0;
    for (let i = 0; i < 5 && status !== 304; i += 1) {
      const first = await request(PATH);
      const headers = { "if-none-match": first.headers.get("etag") ?? "" };
      const second = await request(PATH, { headers });
      status = second.status;
      if (status === 304) expect(second.text).toBe("");
    }
    expect(status).toBe(304);
  });
});
