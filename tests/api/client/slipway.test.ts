import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, inject, it } from "vitest";
import { z } from "zod";
import { launchDryRun, launchStatus } from "@/lib/features/launch/schema/answers";
import { feeSplitManagerAnswer, revenueManagerAnswer } from "@/lib/features/managers/schema";
import { imageAnswer } from "@/lib/features/media/schema";
import { config } from "@/lib/features/system/schema";
import { runProgram } from "../../setup/run-program";

const PACKAGE = "packages/cli";
const { bin } = z
  .object({ bin: z.object({ slipway: z.string() }) })
  .parse(JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8")));
const program = join(PACKAGE, bin.slipway);
const TOKEN = [
  ["--chain", "base-sepolia"],
  ["--name", "Command Line"],
  ["--symbol", "CLI"],
  ["--image", "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y"],
].flat();
const SPLIT = ["--split", "email:ada@example.com:60", "--split", "twitter:@grace:40"];

/** Runs the built program with --json against the running launchpad. */
async function slipway(...args: string[]) {
  const run = await runProgram([program, ...args, "--json", "--url", inject("baseUrl")]);
  const document: unknown = JSON.parse(run.stdout);
  return { ...run, document };
}

// All calls share one address, so this file sends at most two launches per minute.
describe("slipway", () => {
  it("runs as an executable", () => {
    expect(readFileSync(program, "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
    expect(() => accessSync(program, constants.X_OK)).not.toThrow();
  });

  it("launch --wait: exits with 0 and prints the completed launch that status prints", async () => {
    const creator = ["--creator-farcaster", "ada", "--creator-share", "1000"];
    const launched = await slipway("launch", ...TOKEN, ...creator, ...SPLIT, "--wait");
    expect(launched).toMatchObject({ code: 0, stderr: "" });
    const { jobId, expectedAddress, walletProvider, ...rest } = z
      .looseObject({
        jobId: z.string(),
        expectedAddress: z.string(),
        walletProvider: z.object({ type: z.literal("farcaster"), address: z.string() }),
      })
      .parse(launched.document);
    const status = launchStatus.parse(rest);
    expect(status).toMatchObject({
      state: "completed",
      collectionToken: { address: expectedAddress, creator: walletProvider.address },
      feeSplitRecipients: [{ percentage: "60.00000" }, { percentage: "40.00000" }],
    });
    const asked = await slipway("status", jobId);
    expect(asked).toMatchObject({ code: 0, document: { jobId, ...status } });
  });

  it("launch --dry-run: exits with 0 and prints the preview", async () => {
    const { code, document } = await slipway("launch", ...TOKEN, "--dry-run");
    expect(code).toBe(0);
    expect(launchDryRun.parse(document).walletProvider).toBeNull();
  });

  it("launch: exits with 1 and prints the service's error", async () => {
    const { code, document } = await slipway("launch", ...TOKEN, "--creator-email", "nobody");
    expect(code).toBe(1);
    expect(document).toMatchObject({ success: false, code: "invalid_body", status: 400 });
  });

  it("launch: exits with 2 without a name and sends no request", async () => {
    const { code, document } = await slipway("launch", "--chain", "base");
    expect(code).toBe(2);
    expect(document).toMatchObject({ success: false, code: "usage" });
  });

  it("status: exits with 1 for a job that does not exist", async () => {
    const { code, document } = await slipway("status", "nothing", "--wait");
    expect(code).toBe(1);
    expect(document).toMatchObject({ code: "job_not_found", status: 404 });
  });

  it("managers: creates one of each kind", async () => {
    const chain = ["--chain", "base-sepolia"];
    const revenue = ["--fee", "2000", "--recipient-email", "ada@example.com"];
    const first = await slipway("managers", "revenue", ...chain, ...revenue);
    expect(revenueManagerAnswer.parse(first.document).protocolFee).toBe(2000);
    const second = await slipway("managers", "split", ...chain, ...SPLIT, "--owner-twitter", "ada");
    expect(feeSplitManagerAnswer.parse(second.document).totalRecipients).toBe(2);
  });

  it("upload: prints an image hash that a launch accepts", async () => {
    const stored = await slipway("upload", "sandbox/example-image.png");
    expect(stored).toMatchObject({ code: 0, stderr: "" });
    const { ipfsHash } = imageAnswer.parse(stored.document);
    const image = ["--image", ipfsHash];
    const { code } = await slipway("launch", ...TOKEN.slice(0, -2), ...image, "--dry-run");
    expect(code).toBe(0);
    expect(await slipway("upload", "package.json")).toMatchObject({
      code: 1,
      document: { code: "invalid_image", status: 400 },
    });
  });

  it("config: prints the service's configuration", async () => {
    const { code, document } = await slipway("config");
    expect(code).toBe(0);
    expect(config.parse(document).chains).toHaveLength(3);
  });

  it("prints readable text without --json", async () => {
    const { code, stdout } = await runProgram([program, "config", "--url", inject("baseUrl")]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Sandbox\n {2}base /);
  });

  it("ends quietly when the reader of its output has ended", async () => {
    const child = spawn(process.execPath, [program, "--help"], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.destroy();
    const ended = once(child, "close");
    expect(await text(child.stderr)).toBe("");
    const [, signal] = await ended;
    expect(signal).toBeNull();
  });

  it("exits with 1 and one line when its output cannot be written", async () => {
    const words = ["-c", '"$0" "$@" > /dev/full', process.execPath, program, "--help"];
    const child = spawn("sh", words, { stdio: ["ignore", "pipe", "pipe"] });
    const ended = once(child, "close");
    expect(await text(child.stderr)).toMatch(/^The output cannot be written: .+\n$/);
    expect(await ended).toEqual([1, null]);
  });
});
