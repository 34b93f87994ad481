import { describe, expect, it } from "vitest";
import { newCaller, request } from "../../setup/api/api";
import { launchBody } from "../../setup/api/launch-body";

const PATH = "/api/v1/base-sepolia/launch-memecoin";
const MISSING = "Missing required fields: name, symbol, description, imageIpfs";
const PAUSED =
  "Sniper protection has been temporarily paused (requires fair launch). Please omit this parameter or set to false.";

const inDays = (days: number) => Math.floor(Date.now() / 1_000) + days * 86_400;

describe("POST launch-memecoin: 400", () => {
  it.each([
    ["no name", { name: undefined }, MISSING],
    ["an empty symbol", { symbol: "" }, MISSING],
    ["no image", { imageIpfs: null }, MISSING],
    ["no name and a wrong link", { name: undefined, websiteUrl: "ftp://x" }, MISSING],
    ["sniper protection", { sniperProtection: true }, PAUSED],
    ["a fair launch supply", { fairLaunchSupply: "5" }, PAUSED],
    ["a fair launch duration", { fairLaunchDuration: "1" }, PAUSED],
    ["a long symbol", { symbol: "NINECHARS" }, /symbol: must be 1 to 8/],
    ["a long name", { name: "x".repeat(65) }, /name: must be 1 to 64/],
    ["a bidi override", { name: "evil\u202Egnp" }, /bidirectional/],
    ["a control character", { symbol: "A\u0000B" }, /control characters/],
    ["a newline in the name", { name: "two\nlines" }, /control characters/],
    [
      "a cut CID behind its scheme",
      { imageIpfs: "ipfs://QmUWAndheWyx7XJZukLEq" },
      /valid IPFS CID/,
    ],
    ["a scheme without a CID", { imageIpfs: "ipfs://" }, MISSING],
    ["a wrong CID", { imageIpfs: "QmNotACid" }, /valid IPFS CID/],
    ["a wrong link", { websiteUrl: "javascript:alert(1)" }, /http or https/],
    ["a wrong email address", { creatorEmail: "ada@" }, /creatorEmail/],
    ["two creators", { creatorTwitterUsername: "ada" }, /at most one/],
    [
      "a bad checksum",
      { creatorEmail: null, creatorAddress: "0x8Ba1f109551bD432803012645Ac136ddd64DBA72" },
      /EIP-55/,
    ],
    [
      "the zero address",
      { creatorEmail: null, creatorAddress: `0x${"0".repeat(40)}` },
      /zero address/,
    ],
    ["a share over 10000", { creatorFeeSplit: "10001" }, /creatorFeeSplit/],
    ["a tiny market cap", { marketCap: "1" }, /marketCap/],
    ["a fractional market cap", { marketCap: "4000.5" }, /marketCap/],
    ["a start time in the past", { startTime: 1_700_000_000 }, /startTime: must be in the future/],
    ["a start time after 30 days", { startTime: inDays(31) }, /startTime: must be within 30 days/],
    ["a start time in milliseconds", { startTime: Date.now() + 60_000 }, /startTime/],
    ["a start time in words", { startTime: "tomorrow" }, /startTime/],
    ["a name of another type", { name: { toString: "x" } }, /name/],
  ])("rejects %s", async (_what, changes, text) => {
    const { status, body } = await request(PATH, { body: launchBody(changes) });
    expect(status).toBe(400);
    const error = typeof text === "string" ? text : expect.stringMatching(text);
    expect(body).toMatchObject({ success: false, error });
  });

  it.each(["8453", "mainnet", "Base", "base%2Dsepolia%00", "__proto__"])(
    "rejects the chain %s",
    async (chain) => {
      const path = `/api/v1/${chain}/launch-memecoin`;
      const { status, body } = await request(path, { body: launchBody() });
      expect(status).toBe(400);
      expect(body).toMatchObject({ success: false, error: expect.stringContaining("chain") });
    },
  );

  it.each([
    ["not JSON", "{"],
    ["nothing", ""],
    ["an array", "[]"],
    ["null", "null"],
    ["a pollution key", '{"__proto__":{"name":"x","symbol":"Y","imageIpfs":"Z"}}'],
    ["deep nesting", `${"[".repeat(20_000)}${"]".repeat(20_000)}`],
    ["invalid UTF-8", new Uint8Array([0x7b, 0xff, 0x7d])],
  ])("rejects a body that is %s", async (_what, rawBody) => {
    const { status, body } = await request(PATH, { rawBody });
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false });
  });

  it.each(["", "has space", "ü", "x".repeat(256)])("rejects the key %j", async (key) => {
    const headers = { "idempotency-key": encodeURIComponent(key) === key ? key : "has space" };
    const { status, body } = await request(PATH, { body: launchBody(), headers });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "invalid_idempotency_key" });
  });

  it("does not count invalid requests", async () => {
    const caller = newCaller();
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const invalid = launchBody({ symbol: "NINECHARS" });
      expect((await request(PATH, { body: invalid, caller })).status).toBe(400);
    }
    expect((await request(PATH, { body: launchBody(), caller })).status).toBe(200);
  });
});
