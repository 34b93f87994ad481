import { describe, expect, it } from "vitest";
import { launchAccepted, launchDryRun } from "@/lib/features/launch/schema/answers";
import { tokenDetails, tokenPrice } from "@/lib/features/market/schema/price";
import { newTokenList, tokenBasicDetails } from "@/lib/features/market/schema/tokens";
import { newCaller, request } from "../../setup/api/api";
import { launchBody } from "../../setup/api/launch-body";
import { untilListed } from "../../setup/api/until-listed";
import { waitForLaunch } from "../../setup/api/wait-for-launch";
import { buyToken } from "../../setup/chain/buy-token";

const PATH = "/api/v1/base-sepolia/launch-memecoin";

describe("POST launch-memecoin: 200", () => {
  it("launches the token at the predicted address", async () => {
    const { status, body } = await request(PATH, { body: launchBody() });
    expect(status).toBe(200);
    const accepted = launchAccepted.parse(body);
    expect(accepted.message).toBe("Memecoin launch request queued");
    expect(accepted.walletProvider?.type).toBe("email");

    const job = await waitForLaunch(accepted.jobId);
    expect(job).toMatchObject({
      state: "completed",
      collectionToken: {
        address: accepted.expectedAddress,
        name: "First Light",
        symbol: "LIGHT",
        creator: accepted.walletProvider?.address,
      },
    });
  });

  it.each(["base", "robinhood"])("launches on %s", async (chain) => {
    const { body } = await request(`/api/v1/${chain}/launch-memecoin`, { body: launchBody() });
    const job = await waitForLaunch(launchAccepted.parse(body).jobId);
    expect(job.state).toBe("completed");
  });

  it("opens trading at the start time", async () => {
    const startTime = Math.floor(Date.now() / 1_000) + 3_600;
    const { body } = await request(PATH, { body: launchBody({ startTime }) });
    const { jobId, expectedAddress } = launchAccepted.parse(body);
    expect(await waitForLaunch(jobId)).toMatchObject({ state: "completed", startTime });

    const token = `/v1/base-sepolia/tokens/${expectedAddress}`;
    const basic = await untilListed(token, tokenBasicDetails, () => true);
    expect(basic.startTime).toBe(startTime);
    const { body: details } = await request(`${token}/details`);
    expect(tokenDetails.parse(details).status.startTime).toBe(startTime);
    const { body: price } = await request(`${token}/price`);
    expect(tokenPrice.parse(price).status).toMatchObject({ isActive: false, startTime });
    const { body: newest } = await request("/v1/base-sepolia/tokens/new?limit=100");
    const listed = newTokenList.parse(newest).data;
    expect(listed.find(({ tokenAddress }) => tokenAddress === expectedAddress)).toMatchObject({
      isActive: false,
      startTime,
    });
    await expect(buyToken(expectedAddress)).rejects.toThrow("reverted");
  });

  it("assigns one wallet per identity, in any spelling of the name", async () => {
    const spellings = ["Grace", "@grace", " grace ", "GRACE"];
    const wallets = await Promise.all(
      spellings.map(async (creatorTwitterUsername) => {
        const body = launchBody({ creatorEmail: undefined, creatorTwitterUsername });
        return launchAccepted.parse((await request(PATH, { body })).body).walletProvider?.address;
      }),
    );
    expect(new Set(wallets).size).toBe(1);
  });

  it("assigns different wallets to different users and to the same name on another network", async () => {
    const people = [
      { creatorTwitterUsername: "grace" },
      { creatorFarcasterUsername: "grace" },
      { creatorTwitterUsername: "grace2" },
      { creatorEmail: "grace@example.com" },
    ];
    const wallets = await Promise.all(
      people.map(async (person) => {
        const body = launchBody({ creatorEmail: undefined, ...person });
        return launchAccepted.parse((await request(PATH, { body })).body).walletProvider?.address;
      }),
    );
    expect(new Set(wallets).size).toBe(people.length);
  });

  it("reports no wallet provider without an identity", async () => {
    const body = launchBody({ creatorEmail: undefined, dryRun: true });
    expect(launchDryRun.parse((await request(PATH, { body })).body).walletProvider).toBeNull();
  });

  it("answers three dry runs, more than the launch limit", async () => {
    const caller = newCaller();
    const body = launchBody({ dryRun: true });
    const answers = await Promise.all([1, 2, 3].map(() => request(PATH, { body, caller })));
    for (const { status, body: answer } of answers) {
      expect(status).toBe(200);
      expect(launchDryRun.parse(answer).dryRun).toBe(true);
    }
  });

  it("predicts in a dry run the token address of the launch with the same key", async () => {
    const headers = { "idempotency-key": `dry-run-${newCaller()}` };
    const dryRun = async (changes: Record<string, unknown>, sent: Record<string, string>) => {
      const { body } = await request(PATH, { body: launchBody(changes), headers: sent });
      return launchDryRun.parse(body).expectedAddress;
    };
    const told = await dryRun({ dryRun: true }, headers);
    expect(await dryRun({ dryRun: true }, headers)).toBe(told);
    expect(await dryRun({ dryRun: true, symbol: "OTHER" }, headers)).not.toBe(told);
    expect(await dryRun({ dryRun: true }, {})).not.toBe(told);
    const { body } = await request(PATH, { body: launchBody(), headers });
    const { jobId, expectedAddress } = launchAccepted.parse(body);
    expect(expectedAddress).toBe(told);
    expect(await waitForLaunch(jobId)).toMatchObject({ collectionToken: { address: told } });
    // A launch with the key would be a replay, so its dry run names the token that exists.
    expect(await dryRun({ dryRun: true }, headers)).toBe(told);
    const other = { body: launchBody({ dryRun: true, symbol: "OTHER" }), headers };
    expect(await request(PATH, other)).toMatchObject({
      status: 422,
      body: { code: "idempotency_key_reused" },
    });
  });

  it("queues one launch for many simultaneous requests with one key", async () => {
    const headers = { "idempotency-key": `crowd-${newCaller()}` };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => request(PATH, { body: launchBody(), headers })),
    );
    const ids = answers.map(({ body }) => launchAccepted.parse(body).jobId);
    expect(new Set(ids).size).toBe(1);
  });

  it("ignores unknown fields and accepts numbers as strings", async () => {
    const body = launchBody({
      extra: { deep: true },
      marketCap: "10000000000",
      creatorFeeSplit: "10000",
      fairLaunchSupply: "0",
      fairLaunchDuration: 0,
      sniperProtection: false,
      dryRun: true,
    });
    expect((await request(PATH, { body })).status).toBe(200);
  });

  it("returns the first response for the same key and body", async () => {
    const caller = newCaller();
    const headers = { "idempotency-key": `key-${caller}` };
    const body = launchBody();
    const [first, second] = await Promise.all([
      request(PATH, { body, headers, caller }),
      request(PATH, { body, headers, caller }),
    ]);
    const third = await request(PATH, { body, headers, caller });
    expect(launchAccepted.parse(second.body)).toEqual(launchAccepted.parse(first.body));
    expect(third.body).toEqual(first.body);
  });

  it("returns the remaining rate limit", async () => {
    const { headers } = await request(PATH, { body: launchBody() });
    expect(headers.get("ratelimit-policy")).toBe('"launch";q=2;w=60');
    expect(headers.get("ratelimit")).toMatch(/^"launch";r=1;t=([1-5]?\d|60)$/);
  });
});
