import { ApiError, type Client, createClient } from "@slipway-launchpad/client";
import { build } from "esbuild";
import { describe, expect, inject, it } from "vitest";
import { launchStatus } from "@/lib/features/launch/schema/answers";
import { newCaller } from "../../setup/api/api";
import { runProgram } from "../../setup/run-program";
import { startLossyProxy } from "../../setup/servers/lossy-proxy";

const TOKEN = {
  name: "Client Light",
  symbol: "CLIENT",
  imageIpfs: "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y",
  creatorEmail: "ada@example.com",
};

/** A client with its own caller address. */
function clientOf(caller = newCaller(), baseUrl = inject("baseUrl")): Client {
  return createClient({ baseUrl, headers: { "x-forwarded-for": caller } });
}

describe("@slipway-launchpad/client", () => {
  it("launches a token and waits for it", async () => {
    const client = clientOf();
    const { jobId, expectedAddress, walletProvider } = await client.launchMemecoin("base", TOKEN);
    const states: string[] = [];
    const done = await client.waitForLaunch(jobId, {
      onUpdate: ({ state }) => states.push(state),
    });
    expect(done.collectionToken).toMatchObject({
      address: expectedAddress,
      creator: walletProvider?.address,
      symbol: "CLIENT",
    });
    expect(states.at(-1)).toBe("completed");
    expect(await client.getLaunchStatus(jobId)).toEqual(done);
  });

  it("makes a dry run without launching", async () => {
    const answer = await clientOf().launchMemecoin("base-sepolia", { ...TOKEN, dryRun: true });
    expect(answer.dryRun).toBe(true);
  });

  it("launches once when the response is lost in transit", async () => {
    const proxy = await startLossyProxy(inject("baseUrl"));
    try {
      const client = clientOf(newCaller(), proxy.baseUrl);
      const answer = await client.launchMemecoin("base-sepolia", TOKEN);
      expect(proxy.answers).toEqual([answer, answer]);
      await client.waitForLaunch(answer.jobId);
    } finally {
      await proxy.stop();
    }
  });

  it("creates one manager per idempotency key", async () => {
    const client = clientOf();
    const body = { protocolFee: 100, recipientEmail: "ada@example.com" };
    const options = { idempotencyKey: `client-${newCaller()}` };
    const first = await client.createRevenueManager("base-sepolia", body, options);
    expect(await client.createRevenueManager("base-sepolia", body, options)).toEqual(first);
    const other = client.createRevenueManager(
      "base-sepolia",
      { ...body, protocolFee: 200 },
      options,
    );
    await expect(other).rejects.toMatchObject({ status: 422, code: "idempotency_key_reused" });
  });

  it("queries the Data API", async () => {
    const client = clientOf();
    const { pagination } = await client.listTokens("base", { limit: 7 });
    expect(pagination).toEqual({ limit: 7, offset: 0 });
    const unknown = client.getToken("base", `0x${"1".repeat(40)}`);
    await expect(unknown).rejects.toMatchObject({ status: 404, code: "token_not_found" });
  });

  it("throws the error that the service returns", async () => {
    const error = await clientOf()
      .launchMemecoin("base", { ...TOKEN, symbol: "NINECHARS", name: "x".repeat(65) })
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 400, code: "invalid_body" });
    expect(error).toHaveProperty("details.length", 2);
  });

  it("uses no API that browsers lack", async () => {
    const { outputFiles } = await build({
      entryPoints: ["packages/client/dist/index.js"],
      bundle: true,
      platform: "browser",
      format: "esm",
      write: false,
    });
    expect(outputFiles[0]?.text).not.toMatch(/from "/);
  });

  it.each(["@slipway-launchpad/client", "@slipway-launchpad/slipway/client"])(
    "%s can be imported by a plain script of this repository",
    async (name) => {
      const script = `
      import { ApiError, createClient } from "${name}";
      const [baseUrl, caller] = process.argv.slice(-2);
      const client = createClient({ baseUrl, headers: { "x-forwarded-for": caller } });
      const { jobId } = await client.launchMemecoin("robinhood", ${JSON.stringify(TOKEN)});
      const missing = await client.getLaunchStatus("nothing").catch((error) => error);
      if (!(missing instanceof ApiError)) throw missing;
      console.log(JSON.stringify(await client.waitForLaunch(jobId)));
    `;
      const args = ["--input-type=module", "--eval", script, inject("baseUrl"), newCaller()];
      const { code, stdout, stderr } = await runProgram(args);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(launchStatus.parse(JSON.parse(stdout)).state).toBe("completed");
    },
  );
});
