import { describe, expect, it } from "vitest";
import { launchAccepted } from "@/lib/features/launch/schema/answers";
import { tokenList } from "@/lib/features/market/schema/tokens";
import { request } from "../../setup/api/api";
import { launchBody } from "../../setup/api/launch-body";
import { untilListed } from "../../setup/api/until-listed";
import { waitForLaunch } from "../../setup/api/wait-for-launch";
import { launchToken } from "../../setup/chain/launch-token";
import { newAddress } from "../../setup/chain/new-address";

const PATH = "/v1/base-sepolia/tokens";

describe("GET tokens: 200", () => {
  it("lists a launched token within 2 s, the highest market cap first", async () => {
    const small = await launchToken({ name: "Small", marketCap: "2000000000" });
    const large = await launchToken({ name: "Large", marketCap: "900000000000" });
    const { data } = await untilListed(`${PATH}?limit=100`, tokenList, (answer) =>
      [small, large].every((token) => answer.data.some((item) => item.tokenAddress === token)),
    );
    const places = [large, small].map((token) =>
      data.findIndex((item) => item.tokenAddress === token),
    );
    expect(places[0]).toBeLessThan(places[1] ?? -1);
    for (const [i, item] of data.entries()) {
      const before = data[i - 1];
      if (before)
        expect(Number(before.marketCapETH)).toBeGreaterThanOrEqual(Number(item.marketCapETH));
    }
    // 900,000 USDC at 3,000 USDC per ETH is about 300 ETH; the pool's price is rounded to a tick.
    expect(Number(data[places[0] ?? 0]?.marketCapETH)).toBeCloseTo(300, -1);
  });

  it("returns cache, rate-limit and CORS headers, meta and pagination", async () => {
    const { status, headers, body } = await request(`${PATH}?limit=3&offset=1`);
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("public, s-maxage=2, stale-while-revalidate=10");
    expect(headers.get("etag")).toMatch(/^"[^"]+"$/);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("ratelimit-policy")).toBe('"data";q=300;w=60');
    const answer = tokenList.parse(body);
    expect(answer.pagination).toEqual({ limit: 3, offset: 1 });
    expect(answer.meta.network).toBe("testnet");
    expect(Math.abs(answer.meta.timestamp - Date.now() / 1000)).toBeLessThan(5);
  });

  it("paginates without gaps or repeats, and returns an empty page past the end", async () => {
    const token = await launchToken({ name: "Page" });
    await untilListed(`${PATH}?limit=100`, tokenList, (answer) =>
      answer.data.some((item) => item.tokenAddress === token),
    );
    const read = async (query: string) =>
      tokenList
        .parse((await request(`${PATH}?${query}`)).body)
        .data.map((item) => item.tokenAddress);
    const all = await read("limit=100");
    const pages = await Promise.all(all.map((_, offset) => read(`limit=1&offset=${offset}`)));
    expect(pages.flat()).toEqual(all);
    for (const offset of ["999999999", "1000000000", "99999999999999999999"]) {
      expect(await read(`offset=${offset}`), offset).toEqual([]);
    }
  });

  it("adds sparklines only on request, with any order and filter", async () => {
    const token = await launchToken({ name: "Drawn" });
    await untilListed(`${PATH}?sort=newest`, tokenList, (answer) =>
      answer.data.some((item) => item.tokenAddress === token),
    );
    for (const query of ["", "?sort=newest", "?sparkline=false"]) {
      const { data } = tokenList.parse((await request(`${PATH}${query}`)).body);
      expect(data.every((item) => !("sparkline" in item))).toBe(true);
    }
    const { data } = tokenList.parse(
      (await request(`${PATH}?sort=newest&sparkline=true&limit=100`)).body,
    );
    const item = data.find(({ tokenAddress }) => tokenAddress === token);
    expect(item?.sparkline).toHaveLength(24);
    // Without trades the sparkline is flat at the market cap, to five digits.
    expect(new Set(item?.sparkline).size).toBe(1);
    const cap = Number(item?.marketCapETH);
    expect(Math.abs(Number(item?.sparkline?.[0]) - cap)).toBeLessThanOrEqual(cap * 1e-4);
    expect(await request(`${PATH}?sparkline=yes`)).toMatchObject({ status: 400 });
  });

  it("filters by the creator's wallet in any letter case", async () => {
    const wallet = newAddress();
    const token = await launchToken({ creatorEmail: undefined, creatorAddress: wallet });
    for (const spelling of [wallet, wallet.toLowerCase()]) {
      await untilListed(
        `${PATH}?ownerAddress=${spelling}`,
        tokenList,
        (answer) => answer.data.length === 1 && answer.data[0]?.tokenAddress === token,
      );
    }
    const nobody = `0x${"0".repeat(39)}1`;
    for (const query of [
      `ownerAddress=${nobody}`,
      `manager=${nobody}`,
      `ownerAddress=${wallet}&manager=${nobody}`,
    ]) {
      expect(tokenList.parse((await request(`${PATH}?${query}`)).body).data).toEqual([]);
    }
  });

  it("finds a split token by its manager, which owns the fee stream, and by its creator", async () => {
    const wallet = newAddress();
    const feeSplitRecipients = [newAddress(), newAddress()];
    const body = launchBody({
      creatorEmail: undefined,
      creatorAddress: wallet,
      feeSplitRecipients,
    });
    const answer = await request("/api/v1/base-sepolia/launch-memecoin", { body });
    const { jobId, expectedAddress } = launchAccepted.parse(answer.body);
    const job = await waitForLaunch(jobId);
    if (job.state !== "completed") throw new Error(`the launch ${job.state}`);
    const manager = job.feeSplitManagerAddress;
    expect(manager).not.toBeNull();
    for (const query of [
      `manager=${manager}`,
      `ownerAddress=${manager}`,
      `ownerAddress=${wallet}`,
      `ownerAddress=${wallet}&manager=${manager}`,
    ]) {
      await untilListed(
        `${PATH}?${query}`,
        tokenList,
        ({ data }) => data.length === 1 && data[0]?.tokenAddress === expectedAddress,
      );
    }
  });

  it("serves base with the network name mainnet", async () => {
    const { body } = await request("/v1/base/tokens");
    expect(tokenList.parse(body).meta.network).toBe("mainnet");
  });
});
