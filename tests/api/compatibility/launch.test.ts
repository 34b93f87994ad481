import { beforeAll, describe, expect, it } from "vitest";
import { launchAccepted } from "@/lib/features/launch/schema/answers";
import { tokenDetails } from "@/lib/features/market/schema/price";
import { imageAnswer, metadataAnswer } from "@/lib/features/media/schema";
import { config } from "@/lib/features/system/schema";
import { request } from "../../setup/api/api";
import { launchBody } from "../../setup/api/launch-body";
import { untilListed } from "../../setup/api/until-listed";
import { waitForLaunch } from "../../setup/api/wait-for-launch";
import { launchToken } from "../../setup/chain/launch-token";
import { draw } from "../../setup/media/images";

const LAUNCH = "/api/v1/base-sepolia/launch-memecoin";
const PAUSED =
  "Sniper protection has been temporarily paused (requires fair launch). Please omit this parameter or set to false.";

/** Undocumented behaviour that existing third-party clients rely on. */
describe("Launch API compatibility with existing clients", () => {
  let imageIpfs: string;
  let png: Buffer;

  beforeAll(async () => {
    png = await draw(32, 32).png().toBuffer();
    const body = { base64Image: png.toString("base64") };
    const answer = await request("/api/v1/upload-image", { body });
    expect(answer.status).toBe(200);
    imageIpfs = imageAnswer.parse(answer.body).ipfsHash;
  });

  it.each([
    ["raw base64", ""],
    ["a data URI of another type", "data:image/jpeg;base64,"],
    ["a head without data:", "image/png;base64,"],
  ])("upload-image accepts %s and stores the same bytes", async (_, head) => {
    const body = { base64Image: `${head}${png.toString("base64")}` };
    const { status, body: answer } = await request("/api/v1/upload-image", { body });
    expect(status).toBe(200);
    expect(imageAnswer.parse(answer).ipfsHash).toBe(imageIpfs);
  });

  it("upload-image rejects raw base64 that does not decode to an image", async () => {
    const body = { base64Image: Buffer.from("just text").toString("base64") };
    expect(await request("/api/v1/upload-image", { body })).toMatchObject({
      status: 400,
      body: { code: "invalid_image" },
    });
  });

  it("imageIpfs accepts an ipfs:// prefix, which appears once in the stored metadata", async () => {
    const token = { name: "Prefixed", symbol: "PRE", description: "d" };
    const upload = async (image: string) => {
      // AgentKit sends absent links as empty strings.
      const links = { websiteUrl: "", discordUrl: "", twitterUrl: "", telegramUrl: "" };
      const body = { ...token, ...links, imageIpfs: image };
      const answer = await request("/api/v1/upload-metadata", { body });
      expect(answer.status).toBe(200);
      return metadataAnswer.parse(answer.body).ipfsHash;
    };
    const cid = await upload(`ipfs://${imageIpfs}`);
    expect(cid).toBe(await upload(imageIpfs));
    expect((await request(`/ipfs/${cid}`)).body).toEqual({
      ...token,
      image: `ipfs://${imageIpfs}`,
      properties: {},
    });
    const { body } = await request(LAUNCH, {
      body: launchBody({ imageIpfs: `ipfs://${imageIpfs}` }),
    });
    const job = await waitForLaunch(launchAccepted.parse(body).jobId);
    if (job.state !== "completed") throw new Error(`the launch ${job.state}`);
    expect(job.collectionToken.imageIpfs).toBe(imageIpfs);
    const document = await request(`/ipfs/${job.collectionToken.tokenURI.slice(7)}`);
    expect(document.body).toMatchObject({ image: `ipfs://${imageIpfs}`, symbol: "LIGHT" });
  });

  it.each([
    ["sniperProtection", true, "false"],
    ["fairLaunchSupply", "5", "0"],
    ["fairLaunchDuration", "1800", "0"],
  ])(
    "rejects %s with an error that names only this field and what to remove",
    async (path, value, off) => {
      const { status, body } = await request(LAUNCH, { body: launchBody({ [path]: value }) });
      expect(status).toBe(400);
      expect(body).toEqual({
        success: false,
        error: PAUSED,
        message: PAUSED,
        code: "paused_feature",
        details: [
          {
            path,
            message: expect.stringMatching(/paused/),
            remedy: `Leave out \`${path}\` or set it to ${off}.`,
          },
        ],
      });
    },
  );

  it("rejects several paused options with one detail each", async () => {
    const changes = { sniperProtection: true, fairLaunchSupply: "5", fairLaunchDuration: "1" };
    const { body } = await request(LAUNCH, { body: launchBody(changes) });
    expect(body).toMatchObject({
      error: PAUSED,
      details: Object.keys(changes).map((path) => ({ path })),
    });
  });

  it("names a second treasury option and what to remove", async () => {
    const changes = {
      revenueManagerAddress: `0x${"a1".repeat(20)}`,
      feeSplitRecipients: [`0x${"b2".repeat(20)}`],
    };
    const { body } = await request(LAUNCH, { body: launchBody(changes) });
    expect(body).toMatchObject({
      code: "treasury_conflict",
      error:
        "Cannot specify both revenueManagerAddress and feeSplitRecipients. Choose only one treasury option.",
      details: [
        {
          path: "feeSplitRecipients",
          remedy: "Leave out `feeSplitRecipients` or `revenueManagerAddress`.",
        },
      ],
    });
  });

  it("every error of the Launch API includes message beside error", async () => {
    for (const [path, options] of [
      [LAUNCH, { body: {} }],
      [LAUNCH, { rawBody: "{" }],
      ["/api/v1/launch-status/nothing", {}],
      ["/api/v1/nothing", {}],
      ["/api/v1/upload-image", { body: { base64Image: "AAAA" } }],
    ] as const) {
      const { body } = await request(path, options);
      expect(body, path).toMatchObject({ success: false, message: expect.any(String) });
      const { error, message } = Object.assign({ error: "", message: "" }, body);
      expect(message).toBe(error);
    }
  });

  it("config states that the service pays for launches", async () => {
    const { chains } = config.parse((await request("/api/v1/config")).body);
    expect(chains.length).toBeGreaterThan(0);
    for (const { capabilities } of chains) expect(capabilities.serviceFundedLaunch).toBe(true);
  });

  it("accepts a 100 USDC market cap and rejects a lower one", async () => {
    const token = await launchToken({ name: "Hundred", symbol: "C", marketCap: "100000000" });
    const { price } = await untilListed(
      `/v1/base-sepolia/tokens/${token}/details`,
      tokenDetails,
      () => true,
    );
    // The pool's price is rounded to a tick, at most 0.6% away.
    expect(Math.abs(Number(price.marketCapUSD) - 100)).toBeLessThan(1);
    const { status, body } = await request(LAUNCH, { body: launchBody({ marketCap: "99999999" }) });
    expect(status).toBe(400);
    expect(body).toMatchObject({ details: [{ path: "marketCap" }] });
  });
});
