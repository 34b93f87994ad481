import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LAUNCH_FLAGS, run } from "@slipway-launchpad/slipway";
import { afterEach, describe, expect, it } from "vitest";
import { ACTIVE, ADDRESS, COMPLETED, FAILED, HASH } from "../../setup/api/launch-responses";
import { hurryTimeouts } from "../../setup/hurry-timeouts";
import { type ScriptedAnswer, startScriptedServer } from "../../setup/servers/scripted-server";

const TOKEN = ["--name", "First Light", "--symbol", "LIGHT", "--image", "Qm"];
const LAUNCH = ["launch", "--chain", "base-sepolia", ...TOKEN];
const ACCEPTED = {
  body: {
    success: true,
    message: "Memecoin launch request queued",
    jobId: "job-1",
    queueStatus: { position: 0, waitingJobs: 1, activeJobs: 0, estimatedWaitSeconds: 2 },
    walletProvider: { type: "email", address: ADDRESS },
    expectedAddress: ADDRESS,
  },
};
const NOT_FOUND = { success: false, error: "Job not found", code: "job_not_found" };

const stops: (() => Promise<void>)[] = [];
afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())));

/** Runs a command line against scripted responses. */
async function slipway(words: string[], ...script: ScriptedAnswer[]) {
  const server = await startScriptedServer(script);
  stops.push(server.stop);
  const printed: string[] = [];
  const complaints: string[] = [];
  const code = await run(script.length === 0 ? words : [...words, "--url", server.baseUrl], {
    print: (text) => printed.push(text),
    complain: (text) => complaints.push(text),
  });
  const { seen, baseUrl: url } = server;
  const [out, err] = [printed.join("\n"), complaints.join("\n")];
  return { code, out, err, documents: printed, seen, url };
}

describe("slipway: command line", () => {
  it.each([
    ["an unknown command", ["lunch"], /Unknown command: lunch/],
    ["a word that objects know", ["constructor"], /Unknown command: constructor/],
    ["an unknown flag", [...LAUNCH, "--nam", "x"], /--nam/],
    ["a flag without its value", ["launch", "--chain"], /--chain/],
    ["a stray word", [...LAUNCH, "now"], /Unexpected argument: now/],
    ["no chain", ["launch", ...TOKEN], /--chain is required/],
    ["a chain id", ["launch", "--chain", "8453", ...TOKEN], /must be one of: base, base-sepolia/],
    ["no name", ["launch", "--chain", "base", "--symbol", "A"], /--name is required/],
    ["no image", ["launch", "--chain", "base", "--name", "A", "--symbol", "A"], /--image/],
    ["a key that no header can have", [...LAUNCH, "--idempotency-key", "注文-1"], /visible ASCII/],
    [
      "a key with a space",
      ["managers", "revenue", "--chain", "base", "--fee", "5", "--idempotency-key", "a b"],
      /visible ASCII/,
    ],
    ["a wrong market cap", [...LAUNCH, "--market-cap", "4k"], /--market-cap: 4k/],
    ["a market cap of 7 decimals", [...LAUNCH, "--market-cap", "4000.0000001"], /6 decimals/],
    ["a split of no type", [...LAUNCH, "--split", "0xabc:50"], /type is one of wallet, email/],
    ["a split without an id", [...LAUNCH, "--split", "email"], /--split must be type:id/],
    ["a percentage of 6 decimals", [...LAUNCH, "--split", "twitter:a:0.000001"], /5 decimals/],
    [
      "a split of half of them",
      [...LAUNCH, "--split", "twitter:a:50", "--split", "twitter:b"],
      /every/,
    ],
    [
      "a sum of 99.99999",
      [...LAUNCH, "--split", "twitter:a:99.99999"],
      /add up to 99.99999, not 100/,
    ],
    [
      "a consent without a deadline",
      [...LAUNCH, "--fee-split-manager-consent", "7:0x12"],
      /<nonce:deadline:signature>/,
    ],
    ["no job", ["status"], /Which launch/],
    ["two jobs", ["status", "a", "b"], /Unexpected argument: b/],
    ["a wrong timeout", ["status", "a", "--timeout", "soon"], /whole number of seconds/],
    ["no image to upload", ["upload"], /Which image/],
    ["an image that is not there", ["upload", "/nowhere/a.png"], /can't be read/],
    ["a folder as an image", ["upload", "tests"], /can't be read/],
    ["nothing to prepare", ["prepare"], /Prepare what/],
    ["a prepared launch of nobody", ["prepare", ...LAUNCH], /--from is required/],
    ["a prepared trade of nothing", ["prepare", "trade", "--chain", "base"], /--buy and --sell/],
    ["no kind of manager", ["managers", "--json"], /Which kind/],
    ["a split manager of nobody", ["managers", "split", "--chain", "base"], /--split is required/],
    ["no fee", ["managers", "revenue", "--chain", "base"], /--fee is required/],
    ["a wrong address", ["config", "--url", "localhost:3000"], /^--url must be an http or https/],
    ["help about an unknown command", ["nope", "--help"], /Unknown command: nope/],
    ["an unknown topic of help", ["help", "nope"], /Unknown command: nope/],
    ["no command after the flags", ["--url", "http://localhost:3000"], /Which command/],
    ["an unknown flag before the command", ["--nope", "config"], /--nope/],
    ["a folder as a video", ["video", "tests"], /can't be read/],
  ])("exits with 2: %s", async (_, words, text) => {
    const human = await slipway(words);
    expect(human.code).toBe(2);
    if (!words.includes("--json")) {
      expect(human.err).toMatch(text);
      expect(human.out).toBe("");
    }
    const { code, documents, err } = await slipway([
      ...words.filter((w) => w !== "--json"),
      "--json",
    ]);
    expect(code).toBe(2);
    expect(err).toBe("");
    expect(documents).toHaveLength(1);
    expect(JSON.parse(documents[0] ?? "")).toMatchObject({
      success: false,
      code: "usage",
      error: expect.stringMatching(text),
    });
  });

  it.each([
    ["--help"],
    ["launch", "--help"],
    ["status", "-h"],
    ["help", "managers"],
    ["config", "-h"],
    ["-h", "config"],
    ["help"],
  ])("exits with 0: %s %s", async (...words) => {
    const { code, out, err } = await slipway(words);
    expect(code).toBe(0);
    expect(out).toContain("--json");
    expect(out.split("\n").every((line) => line.length <= 100)).toBe(true);
    expect(err).toBe("");
  });

  it.each(["--version", "-v"])("prints its version: %s", async (flag) => {
    const { version } = JSON.parse(readFileSync("packages/cli/package.json", "utf8"));
    expect(await slipway([flag])).toMatchObject({ code: 0, out: version, err: "" });
    const json = await slipway([flag, "--json"]);
    expect(JSON.parse(json.out)).toEqual({ version });
  });

  it("accepts the flags of every command before the command", async () => {
    const server = await startScriptedServer([ACTIVE]);
    stops.push(server.stop);
    const words = ["--json", "--url", server.baseUrl, "status", "job-1"];
    const { code, out } = await slipway(words);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ jobId: "job-1" });
  });

  it("lists every flag of a launch in its help", async () => {
    const { out } = await slipway(["launch", "--help"]);
    for (const flag of Object.keys(LAUNCH_FLAGS)) expect(out).toContain(`--${flag}`);
  });
});

/** An address where nothing listens any more. */
async function closedUrl(): Promise<string> {
  const server = await startScriptedServer([]);
  await server.stop();
  return server.baseUrl;
}

describe("slipway: a service that cannot be reached", () => {
  it.each([
    ["a refused connection", null, /ECONNREFUSED/],
    ["an unknown host", "http://nowhere.invalid", /ENOTFOUND|EAI_AGAIN/],
  ])("prints the reason: %s", async (_, host, reason) => {
    const url = host ?? (await closedUrl());
    hurryTimeouts();
    const human = await slipway(["config", "--url", url]);
    expect(human.code).toBe(1);
    expect(human.err).toMatch(/^The service is unreachable\n {2}/);
    expect(human.err).toMatch(reason);
    const json = await slipway(["config", "--url", url, "--json"]);
    expect(JSON.parse(json.out)).toMatchObject({
      code: "network_error",
      cause: expect.stringMatching(reason),
    });
  });

  it.each([
    ["a launch", ["status", "job-1"], { status: null }],
    ["a video", ["video", "--uid", "a".repeat(32)], { video: null }],
  ])("does not report that %s continues, but how to check it", async (_, words, facts) => {
    const url = await closedUrl();
    const all = [...words, "--wait", "--timeout", "1", "--url", url];
    const human = await slipway(all);
    expect(human.code).toBe(1);
    expect(human.err).not.toContain("It continues");
    const check = `slipway ${words.join(" ")} --wait --url ${url}`;
    expect(human.err).toContain(`. No status was received. Check it later: ${check}\n`);
    expect(human.err).toMatch(/\n {2}The service (is unreachable \(|did not)/);
    const json = await slipway([...all, "--json"]);
    expect(JSON.parse(json.out)).toMatchObject({
      code: "timeout",
      cause: expect.stringMatching(/ECONNREFUSED|did not respond in time/),
      ...facts,
    });
  });

  it("prints how to follow a launch that it has sent", async () => {
    const words = [...LAUNCH, "--wait", "--timeout", "1"];
    const { err, url } = await slipway(words, ACCEPTED, "hang up");
    const check = `Check it later: slipway status job-1 --wait --url ${url}`;
    expect(err.split(check)).toHaveLength(2);
    expect(err).not.toContain("It continues");
  });

  it("prints why the latest state of a launch is old", async () => {
    const words = ["status", "job-1", "--wait", "--timeout", "1"];
    const { err } = await slipway(words, ACTIVE, "hang up");
    expect(err).toMatch(/It continues: .+\n {2}The service (is unreachable|did not)/);
  });
});

describe("slipway launch", () => {
  it("sends the launch that the flags describe", async () => {
    const flags = [
      ["--description", "Hello"],
      ["--website", "https://example.com"],
      ["--creator-twitter", "@grace"],
      ["--split", `wallet:${ADDRESS}:33.33333`],
      ["--split", "email:ada@example.com:66.66667"],
      ["--creator-share", "1000"],
      ["--creator-fee-split", "9000"],
      ["--market-cap", "12500.5"],
      ["--idempotency-key", "mine"],
    ].flat();
    const { code, seen } = await slipway([...LAUNCH, ...flags], ACCEPTED);
    expect(code).toBe(0);
    expect(seen[0]).toMatchObject({ path: "/api/v1/base-sepolia/launch-memecoin" });
    expect(seen[0]?.headers["idempotency-key"]).toBe("mine");
    expect(seen[0]?.body).toEqual({
      name: "First Light",
      symbol: "LIGHT",
      imageIpfs: "Qm",
      description: "Hello",
      websiteUrl: "https://example.com",
      creatorTwitterUsername: "@grace",
      feeSplitRecipients: [
        { type: "wallet", id: ADDRESS, split: "3333333" },
        { type: "email", id: "ada@example.com", split: "6666667" },
      ],
      creatorShare: "1000",
      creatorFeeSplit: "9000",
      marketCap: "12500500000",
    });
  });

  it("sends the moderator's consent to a dynamic split", async () => {
    const consent = ["--fee-split-manager-consent", `${2n ** 255n}:1800000000:0x12ab`];
    const flags = ["--fee-split-manager", ADDRESS, ...consent];
    const { seen } = await slipway([...LAUNCH, ...flags], ACCEPTED);
    expect(seen[0]?.body).toMatchObject({
      feeSplitManagerAddress: ADDRESS,
      feeSplitManagerConsent: {
        nonce: String(2n ** 255n),
        deadline: "1800000000",
        signature: "0x12ab",
      },
    });
  });

  it("prints the queued job", async () => {
    const { out, err } = await slipway(LAUNCH, ACCEPTED);
    expect(out).toContain("Queued First Light (LIGHT) on base-sepolia, about 2 s");
    expect(out).toContain("job-1");
    expect(err).toBe("");
  });

  it("prints one document with --json, also when it waits", async () => {
    const plain = await slipway([...LAUNCH, "--json"], ACCEPTED);
    expect(plain.documents.map((text) => JSON.parse(text))).toEqual([ACCEPTED.body]);
    const waited = await slipway([...LAUNCH, "--json", "--wait"], ACCEPTED, ACTIVE, COMPLETED);
    expect(waited.documents).toHaveLength(1);
    expect(JSON.parse(waited.out)).toEqual({
      jobId: "job-1",
      expectedAddress: ADDRESS,
      walletProvider: ACCEPTED.body.walletProvider,
      ...COMPLETED.body,
    });
  });

  it("waits and prints the outcome", async () => {
    const { code, out } = await slipway([...LAUNCH, "--wait"], ACCEPTED, ACTIVE, COMPLETED);
    expect(code).toBe(0);
    expect(out).toMatch(/Queued[\s\S]*Launching[\s\S]*Launched First Light \(LIGHT\)/);
    expect(out).toContain(HASH);
  });

  it("exits with 1 for a launch that fails", async () => {
    const human = await slipway([...LAUNCH, "--wait"], ACCEPTED, FAILED);
    expect(human.code).toBe(1);
    expect(human.err).toContain("Failed: No receipt");
    expect(human.err).toContain("It may have succeeded");
    const json = await slipway([...LAUNCH, "--wait", "--json"], ACCEPTED, FAILED);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.out)).toEqual({
      jobId: "job-1",
      expectedAddress: ADDRESS,
      ...FAILED.body,
    });
  });

  it.each([
    ["a rejected status request", { status: 404, body: NOT_FOUND }, "job_not_found"],
    ["a response that cannot be read", { body: { success: true } }, "invalid_answer"],
  ])("keeps the accepted job: %s", async (_, answer, code) => {
    const human = await slipway([...LAUNCH, "--wait"], ACCEPTED, answer);
    expect(human.code).toBe(1);
    expect(human.err).toContain(`Check it later: slipway status job-1 --wait --url ${human.url}`);
    const json = await slipway([...LAUNCH, "--wait", "--json"], ACCEPTED, answer);
    expect(json.code).toBe(1);
    const kept = { jobId: "job-1", expectedAddress: ADDRESS };
    expect(JSON.parse(json.out)).toMatchObject({ success: false, code, ...kept });
  });

  it("exits with 1 on timeout and prints the job to resume", async () => {
    const words = [...LAUNCH, "--wait", "--timeout", "1"];
    const human = await slipway(words, ACCEPTED, ACTIVE);
    expect(human.code).toBe(1);
    expect(human.err).toContain(`It continues: slipway status job-1 --wait --url ${human.url}`);
    const again = await slipway(["status", "job-1", "--wait", "--timeout", "1"], ACTIVE);
    expect(again.err).toContain(`It continues: slipway status job-1 --wait --url ${again.url}`);
    const json = await slipway([...words, "--json"], ACCEPTED, ACTIVE);
    expect(JSON.parse(json.out)).toMatchObject({ code: "timeout", jobId: "job-1" });
  });

  it("exits with 1 for a rejected request and prints every issue", async () => {
    const details = [
      { path: "name", message: "is long" },
      { path: "symbol", message: "is empty" },
    ];
    const body = { success: false, error: "name: is long", code: "invalid_body", details };
    const human = await slipway(LAUNCH, { status: 400, body });
    expect(human.code).toBe(1);
    expect(human.err).toBe("name: is long\n  symbol: is empty");
    const words = [...LAUNCH, "--json", "--idempotency-key", "mine"];
    const json = await slipway(words, { status: 400, body });
    expect(JSON.parse(json.out)).toEqual({ ...body, status: 400, idempotencyKey: "mine" });
  });

  it("prints the launch that the key already has", async () => {
    const body = { success: false, error: "Poll launch-status.", code: "launch_conflict" };
    const answer = { status: 409, body: { ...body, jobId: "job-7" } };
    const human = await slipway(LAUNCH, answer);
    expect(human.err).toBe(
      `Poll launch-status.\nFollow it: slipway status job-7 --wait --url ${human.url}`,
    );
    const json = await slipway([...LAUNCH, "--json"], answer);
    expect(JSON.parse(json.out)).toMatchObject({ code: "launch_conflict", jobId: "job-7" });
  });

  it("exits with 1 at a rate limit and prints the time to wait", async () => {
    const body = { success: false, error: "Rate limit exceeded.", code: "rate_limited" };
    const answer = { status: 429, body, headers: { "Retry-After": "42" } };
    expect((await slipway(LAUNCH, answer)).err).toContain("Try again in 42 s.");
  });

  it("prints the key also at a rate limit after a lost response", async () => {
    const body = { success: false, error: "Rate limit exceeded.", code: "rate_limited" };
    const limited = { status: 429, body, headers: { "Retry-After": "42" } };
    const { err, seen } = await slipway(LAUNCH, "hang up", limited);
    expect(err).toContain("Try again in 42 s.");
    expect(err).toContain(`--idempotency-key ${seen[0]?.headers["idempotency-key"]}`);
    const json = await slipway([...LAUNCH, "--json"], "hang up", limited);
    expect(JSON.parse(json.out)).toMatchObject({ code: "rate_limited", isOutcomeUnknown: true });
  });

  it("exits with 1 without a service and prints the key for a safe retry", async () => {
    hurryTimeouts();
    const { code, err, seen } = await slipway(LAUNCH, "hang up");
    expect(code).toBe(1);
    expect(err).toContain(`--idempotency-key ${seen[0]?.headers["idempotency-key"]}`);
  });
});

describe("slipway upload", () => {
  const PICTURE = "sandbox/example-image.png";
  const STORED = {
    body: { success: true, ipfsHash: "Qm1", tokenURI: "ipfs://Qm1", nsfwDetection: null },
  };

  it("sends the file and prints its hash", async () => {
    const { code, out, seen } = await slipway(["upload", PICTURE], STORED);
    expect({ code, out }).toEqual({ code: 0, out: "Qm1" });
    const data = readFileSync(PICTURE).toString("base64");
    expect(seen[0]).toMatchObject({ path: "/api/v1/upload-image" });
    expect(seen[0]?.body).toEqual({ base64Image: expect.stringMatching(/^data:.+;base64,/) });
    expect(JSON.stringify(seen[0]?.body)).toContain(data);
    const json = await slipway(["upload", PICTURE, "--json"], STORED);
    expect(JSON.parse(json.out)).toEqual(STORED.body);
  });

  it("exits with 1 for a rejected image", async () => {
    const error = "Content flagged: sexually explicit content";
    const body = { success: false, error, code: "content_flagged" };
    const { code, err } = await slipway(["upload", PICTURE], { status: 400, body });
    expect({ code, err }).toEqual({ code: 1, err: error });
  });

  it("exits with 2 for a file that is too large and sends nothing", async () => {
    const folder = await mkdtemp(join(tmpdir(), "slipway-large-"));
    const path = join(folder, "large.png");
    await writeFile(path, Buffer.alloc(10 * 1024 * 1024 + 1));
    const { code, err, seen } = await slipway(["upload", path], STORED);
    await rm(folder, { recursive: true });
    expect({ code, seen }).toEqual({ code: 2, seen: [] });
    expect(err).toContain("is over 10 MB");
  });
});

describe("slipway: rejected paused options", () => {
  it("prints what to remove", async () => {
    const error = "Sniper protection has been temporarily paused.";
    const remedy = "Leave out `sniperProtection` or set it to false.";
    const details = [{ path: "sniperProtection", message: "is paused", remedy }];
    const { code, err } = await slipway(LAUNCH, {
      status: 400,
      body: { success: false, error, message: error, code: "paused_feature", details },
    });
    expect(code).not.toBe(0);
    expect(err).toBe(`${error}\n  ${remedy}`);
  });
});

describe("slipway status, managers and config", () => {
  it("status: prints the state and exits with 1 after a failure", async () => {
    expect(await slipway(["status", "job-1"], ACTIVE)).toMatchObject({ code: 0 });
    const failed = await slipway(["status", "job-1", "--json"], FAILED);
    expect(failed.code).toBe(1);
    expect(JSON.parse(failed.out)).toEqual({ jobId: "job-1", ...FAILED.body });
  });

  it.each(["-K3mPq8vT1sXb0aNc5dLrw", "--3mPq8vT1sXb0aNc5dLrw"])(
    "status: accepts the job id %s",
    async (jobId) => {
      const { code, seen } = await slipway(["status", jobId, "--json"], ACTIVE);
      expect(code).toBe(0);
      expect(seen[0]?.path).toBe(`/api/v1/launch-status/${jobId}`);
    },
  );

  it("managers revenue: creates and prints it", async () => {
    const body = {
      success: true,
      managerAddress: ADDRESS,
      txHash: HASH,
      owner: ADDRESS,
      recipientAddress: ADDRESS,
      protocolFee: 2000,
      walletProvider: null,
    };
    const words = ["managers", "revenue", "--chain", "base", "--fee", "2000"];
    const { code, out, seen } = await slipway([...words, "--recipient-farcaster", "ada"], { body });
    expect(code).toBe(0);
    expect(seen[0]?.body).toEqual({ protocolFee: "2000", recipientFarcasterUsername: "ada" });
    expect(out).toContain("fee          20%");
  });

  it("managers split: creates and prints it", async () => {
    const body = {
      success: true,
      message: "Created",
      managerAddress: ADDRESS,
      txHash: HASH,
      owner: ADDRESS,
      recipients: [
        {
          address: ADDRESS,
          percentage: "100.00000",
          originalInput: { type: "twitter", id: "grace" },
        },
      ],
      totalRecipients: 1,
    };
    const words = ["managers", "split", "--chain", "robinhood", "--owner-email", "ada@example.com"];
    const { code, out, seen } = await slipway([...words, "--split", "twitter:grace"], { body });
    expect(code).toBe(0);
    expect(seen[0]?.path).toBe("/api/v1/robinhood/create-fee-split-manager");
    expect(seen[0]?.body).toEqual({
      recipients: [{ type: "twitter", id: "grace" }],
      ownerEmail: "ada@example.com",
    });
    expect(out).toContain(`100.00000%  ${ADDRESS} twitter:grace`);
  });

  const PREPARED = {
    success: true,
    message: "prepared",
    summary: "What it does.",
    sandbox: false,
    sendCalls: {
      version: "2.0.0",
      chainId: "0x2105",
      from: ADDRESS,
      atomicRequired: false,
      calls: [{ to: ADDRESS, data: "0x12", value: "0x2386f26fc10000" }],
    },
    cost: {
      gas: "1",
      maxFeePerGasWei: "1",
      feeWei: "1",
      valueWei: "10000000000000000",
      totalWei: "10000000000000001",
      balanceWei: "0",
    },
  };

  it("prepare launch: prints the calls, what they cost and until when they are valid", async () => {
    const body = {
      ...PREPARED,
      jobId: "job-1",
      walletProvider: null,
      expectedAddress: ADDRESS,
      firstBuy: {
        valueWei: "10000000000000000",
        expectedTokens: "2",
        minTokens: "1",
        feeBps: 5_000,
        feeWei: "5000000000000000",
        maxWei: "90000000000000000",
      },
      expiresAt: 1_768_478_400,
    };
    const words = ["prepare", ...LAUNCH, "--from", ADDRESS, "--first-buy", "0.01"];
    const { code, out, seen } = await slipway(words, { body });
    expect(code).toBe(0);
    expect(seen[0]?.path).toBe("/api/v1/base-sepolia/prepare-launch");
    expect(seen[0]?.body).toMatchObject({ from: ADDRESS, firstBuyWei: "10000000000000000" });
    expect(out).toContain("fee          50%: 0.005 ETH");
    expect(out).toContain("cost         at most 0.010000000000000001 ETH");
    expect(out).toContain("valid until  2026-01-15T12:00:00.000Z");
    expect(out).toContain("data         0x12");
  });

  it("prepare trade and claim: send what the flags say", async () => {
    const quote = {
      expectedOut: "2000000000000000000",
      minimumOut: "1",
      feeBps: 100,
      feeWei: "1",
      priceImpactBps: 61,
    };
    const trade = ["prepare", "trade", "--chain", "base", "--from", ADDRESS, "--token", ADDRESS];
    const bought = await slipway([...trade, "--buy", "0.1"], {
      body: { ...PREPARED, quote, expiresAt: 1_768_478_400 },
    });
    expect(bought.code).toBe(0);
    expect(bought.seen[0]?.body).toMatchObject({ side: "buy", amountIn: "100000000000000000" });
    expect(bought.out).toContain("expected     2 tokens");
    expect(bought.out).toContain("fee          1%: 0.000000000000000001 ETH");
    const sources = [{ kind: "token", address: ADDRESS, amountWei: "5000000000000000" }];
    const claimed = await slipway(["prepare", "claim", "--chain", "base", "--from", ADDRESS], {
      body: { ...PREPARED, account: ADDRESS, totalWei: "5000000000000000", sources },
    });
    expect(claimed.code).toBe(0);
    expect(claimed.out).toContain(`token        ${ADDRESS} 0.005 ETH`);
  });

  it("config: prints a line per chain", async () => {
    const marketCapUsdc = { default: "4000000000", min: "100000000", max: "1000000000000000" };
    const capabilities = {
      feeSplitLaunch: true,
      existingManager: false,
      standaloneManager: false,
      serviceFundedLaunch: true,
      walletFundedLaunch: false,
      launchProtection: false,
    };
    const chain = {
      slug: "base",
      chainId: 8453,
      name: "Base",
      nativeCurrency: "ETH",
      blockExplorerUrl: "https://basescan.org",
      sandbox: true,
      tokenData: true,
      ethUsd: { value: "2481.37", updatedAt: 1_700_000_000 },
      contracts: {
        poolManager: ADDRESS,
        universalRouter: ADDRESS,
        permit2: ADDRESS,
        v4Quoter: ADDRESS,
        stateView: ADDRESS,
        launchHook: ADDRESS,
        launchLens: ADDRESS,
        managerFactory: ADDRESS,
      },
      generations: [{ launchHook: ADDRESS, launchLens: ADDRESS, managerFactory: ADDRESS }],
      universalRouterVersion: "2.0",
      poolKey: { currency0: ADDRESS, currency1: null, fee: 0, tickSpacing: 60, hooks: ADDRESS },
      capabilities,
      launching: { paused: false, message: null, proofOfWork: false },
      accountTrading: true,
    };
    const { code, out } = await slipway(["config"], {
      body: {
        success: true,
        sandbox: true,
        mailbox: true,
        walletConnectProjectId: null,
        names: false,
        usernameLookup: { twitter: false, farcaster: false },
        marketCapUsdc,
        chains: [chain],
      },
    });
    expect(code).toBe(0);
    expect(out).toMatch(/^Sandbox\n {2}base +8453 +Base +feeSplitLaunch, serviceFundedLaunch$/);
  });
});

describe("slipway video", () => {
  it.each([[[]], [["--wait"]]])(
    "does not report an unknown one as accepted, with %j",
    async (flags) => {
      const body = { success: false, error: "Video not found", code: "video_not_found" };
      const human = await slipway(["video", "--uid", "typo", ...flags], { status: 404, body });
      expect(human).toMatchObject({ code: 1, err: "Video not found" });
    },
  );

  it("exits with 1 on timeout and prints the command that continues on this server", async () => {
    const uid = "a".repeat(32);
    const unknown = { thumbnailUrl: null, thumbnailIpfsHash: null, streamUrl: null, size: null };
    const picture = { duration: null, width: null, height: null };
    const video = { uid, state: "processing", created: "2026-01-01T00:00:00.000Z" };
    const body = { success: true, video: { ...unknown, ...picture, ...video } };
    const words = ["video", "--uid", uid, "--wait", "--timeout", "1"];
    const { code, err, url } = await slipway(words, { body });
    expect(code).toBe(1);
    expect(err).toContain(`It continues: slipway video --uid ${uid} --wait --url ${url}`);
  });

  it("keeps the id of a video whose state could not be read", async () => {
    const uid = "a".repeat(32);
    const failure = { success: false, error: "No", code: "invalid_parameters" };
    const refusal = { status: 400, body: failure };
    const json = await slipway(["video", "--uid", uid, "--wait", "--json"], refusal);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.out)).toMatchObject({ code: "invalid_parameters", uid });
  });
});
