import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { newCaller, request } from "../setup/api/api";
import { callTool, connectMcp } from "../setup/api/connect-mcp";
import { launchBody } from "../setup/api/launch-body";

const chain = "base-sepolia";
const ACCEPT = { accept: "application/json, text/event-stream" };
const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const launchArguments = (changes: Record<string, unknown> = {}) => ({
  ...launchBody({ name: `Attack ${randomBytes(4).toString("hex")}` }),
  chain,
  ...changes,
});

describe("a caller who uses the MCP server to get around the limits of the APIs", () => {
  it("has one quota for both: two launches per minute through either", async () => {
    const caller = newCaller();
    const client = await connectMcp({ caller });
    const args = launchArguments();
    const preview = await callTool(client, "preview_launch", args);
    const { confirmToken } = preview.data;
    const first = await callTool(client, "launch", { ...args, confirmToken });
    expect(first, first.text).toMatchObject({ isError: false });
    const path = `/api/v1/${chain}/launch-memecoin`;
    expect((await request(path, { body: launchBody(), caller })).status).toBe(200);
    const third = launchArguments();
    const second = await callTool(client, "preview_launch", third);
    const refused = await callTool(client, "launch", {
      ...third,
      confirmToken: second.data.confirmToken,
    });
    expect(refused.text).toMatch(/Maximum 2 launches per minute[\s\S]*Next: Wait \d+ seconds/);
    // The same token again is a replay of the first launch, not another one.
    const replay = await callTool(client, "launch", { ...args, confirmToken });
    expect(replay.data).toMatchObject({ jobId: first.data.jobId });
    await client.close();
  });

  it("is counted by its own address, also as somebody who sends forged ones", async () => {
    const caller = newCaller();
    const client = await connectMcp({ caller, headers: { forwarded: "for=127.0.0.1" } });
    let refusal = "";
    for (let sent = 0; sent < 31 && refusal === ""; sent += 1) {
      const { isError, text } = await callTool(client, "dry_run_launch", launchArguments());
      if (isError) refusal = text;
    }
    expect(refusal).toContain("Maximum 30 dry runs per minute");
    const body = launchBody({ dryRun: true });
    const path = `/api/v1/${chain}/launch-memecoin`;
    expect((await request(path, { body, caller })).status).toBe(429);
    expect((await request(path, { body, caller: newCaller() })).status).toBe(200);
    await client.close();
  });

  it("gets 429 for messages without end", async () => {
    const caller = newCaller();
    const statuses: number[] = [];
    for (let round = 0; round < 70 && !statuses.includes(429); round += 1) {
      const batch = Array.from({ length: 8 }, () =>
        request("/mcp", { body: LIST, headers: ACCEPT, caller }),
      );
      statuses.push(...(await Promise.all(batch)).map(({ status }) => status));
    }
    expect(statuses).toContain(429);
    // 240 per minute; a new minute may start once in between.
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(480);
  });

  it("has the megabytes of junk messages counted like those of images", async () => {
    const caller = newCaller();
    const rawBody = `{"jsonrpc":"2.0","id":1,"method":"${"x".repeat(13 * 1024 * 1024)}"}`;
    const statuses: number[] = [];
    for (let n = 0; n < 16; n += 1) {
      statuses.push((await request("/mcp", { rawBody, headers: ACCEPT, caller })).status);
    }
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2);
  });
});

describe("an agent that was tricked into publishing what it must not", () => {
  it.each([
    "/etc/passwd",
    "/home/ada/.ssh/id_rsa",
    "~/.ssh/id_rsa",
    "./secret.png",
    "../../secrets.json",
    "C:\\Users\\ada\\wallet.png",
    "\\\\server\\share\\a.png",
    "file:///etc/passwd",
    "picture.png",
    "images/token",
  ])("cannot upload the file %s by its path", async (path) => {
    const client = await connectMcp();
    for (const args of [{ imageBase64: path }, { imageUrl: path }]) {
      const { isError, text } = await callTool(client, "upload_image", args);
      expect({ isError, text }).toEqual({
        isError: true,
        text: expect.stringContaining("This is a file path. The server never reads files"),
      });
    }
    await client.close();
  });

  it.each([
    ["https://127.0.0.1/a.png", /private address/],
    ["https://localhost/a.png", /private address|no address/],
    ["https://2130706433/a.png", /private address/],
    ["https://0x7f.1/a.png", /private address/],
    ["https://[::1]/a.png", /private address/],
    ["https://[::ffff:127.0.0.1]/a.png", /private address/],
    ["https://[64:ff9b::7f00:1]/a.png", /private address/],
    ["https://169.254.169.254/latest/meta-data/", /private address/],
    ["https://10.0.0.1/a.png", /private address/],
    ["https://192.168.1.1/a.png", /private address/],
    ["https://100.64.0.1/a.png", /private address/],
    ["https://0.0.0.0/a.png", /private address/],
    ["https://[fd00::1]/a.png", /private address/],
    ["https://1.1.1.1:8443/a.png", /port is not 443/],
    ["https://user:pass@1.1.1.1/a.png", /user name or a password/],
    ["http://1.1.1.1/a.png", /must start with https|must be an https URL/],
  ])("cannot make the server fetch %s", async (imageUrl, reason) => {
    const client = await connectMcp();
    const { isError, text } = await callTool(client, "upload_image", { imageUrl });
    expect(isError).toBe(true);
    expect(text).toMatch(reason);
    const path = "/api/v1/upload-image-url";
    const { status, body } = await request(path, { body: { imageUrl } });
    expect({ status, body }).toMatchObject({ status: 400, body: { code: "invalid_body" } });
    await client.close();
  });

  it("has URLs counted as uploads before they are fetched", async () => {
    const caller = newCaller();
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      const body = { imageUrl: "https://127.0.0.1/a.png" };
      statuses.push((await request("/api/v1/upload-image-url", { body, caller })).status);
    }
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(1);
  });

  it("cannot launch without a preview of exactly these parameters", async () => {
    const client = await connectMcp();
    const args = launchArguments();
    const { confirmToken } = (await callTool(client, "preview_launch", args)).data;
    const token = z.string().parse(confirmToken);
    const [expiresAt = "", nonce = ""] = token.split(".");
    const forged = [
      { ...args, confirmToken: "yes" },
      { ...args, confirmToken: token, creatorEmail: "mallory@example.com" },
      { ...args, confirmToken: token, creatorFeeSplit: 10_000 },
      { ...args, confirmToken: token, chain: "base" },
      { ...args, confirmToken: `${Number(expiresAt) + 60}${token.slice(expiresAt.length)}` },
      { ...args, confirmToken: token.replace(nonce, randomBytes(16).toString("base64url")) },
    ];
    for (const attempt of forged) {
      const { isError, text } = await callTool(client, "launch", attempt);
      expect({ isError, text }).toEqual({
        isError: true,
        text: expect.stringContaining("was not issued for exactly these arguments"),
      });
    }
    const missing = await callTool(client, "launch", args);
    expect(missing.text).toContain("must have required property 'confirmToken'");
    await client.close();
  });

  it("launches once with a confirm token, also from other addresses", async () => {
    const client = await connectMcp();
    const args = launchArguments();
    const { confirmToken } = (await callTool(client, "preview_launch", args)).data;
    const jobs = [];
    for (let address = 0; address < 3; address += 1) {
      const other = await connectMcp();
      const launched = await callTool(other, "launch", { ...args, confirmToken });
      expect(launched, launched.text).toMatchObject({ isError: false });
      jobs.push(launched.data.jobId);
      await other.close();
    }
    expect(new Set(jobs).size).toBe(1);
    await client.close();
  });
});

describe("a web page in the browser of a local launchpad's user", () => {
  it.each([
    "https://evil.example",
    "http://evil.localhost.example:3000",
    "null",
    "chrome-extension://abc",
  ])("gets 403 with the origin %s", async (origin) => {
    const headers = { ...ACCEPT, origin };
    const { status, body } = await request("/mcp", { body: LIST, headers });
    expect({ status, body }).toMatchObject({ status: 403, body: { code: "forbidden" } });
  });

  it.each(["http://localhost:6274", "http://127.0.0.1:5173"])(
    "is allowed as a tool on this machine: %s",
    async (origin) => {
      const { status } = await request("/mcp", { body: LIST, headers: { ...ACCEPT, origin } });
      expect(status).toBe(200);
    },
  );
});
