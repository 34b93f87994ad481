import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ffmpeg } from "@/lib/drivers/video/ffmpeg/ffmpeg";
import { copyArguments, transcodeArguments } from "@/lib/drivers/video/ffmpeg/ffmpeg-arguments";
import { locateFfmpeg } from "@/lib/drivers/video/ffmpeg/locate-ffmpeg";
import { type Limits, runLimited } from "@/lib/drivers/video/ffmpeg/run-limited";
import { UnreadableVideoError } from "@/lib/drivers/video/video-provider";
import { createClips } from "../../setup/video/make-clip";

const MB = 1024 * 1024;
const AMPLE: Limits = {
  cpuSeconds: 60,
  wallMs: 60_000,
  memoryBytes: null,
  fileBytes: 100 * MB,
};
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-limited-"));
});
afterAll(() => rm(folder, { recursive: true }));

const run = (program: string, args: string[], limits: Partial<Limits> = {}, stdoutBytesMax = MB) =>
  runLimited(program, args, { cwd: folder, limits: { ...AMPLE, ...limits }, stdoutBytesMax });
const runScript = (script: string, limits: Partial<Limits> = {}, stdoutBytesMax = MB) =>
  run(process.execPath, ["-e", script], limits, stdoutBytesMax);

describe("a program that runs on untrusted data", () => {
  it("returns its output and exit code, without access to our environment and stdin", async () => {
    const script = `process.stdin.on("data", () => process.exit(9)).on("end", () => {
      console.log(Object.keys(process.env).sort().join());
      console.error("why");
      process.exitCode = 3;
    })`;
    const { code, isKilled, stdout, stderr } = await runScript(script);
    expect({ code, isKilled, stderr }).toEqual({ code: 3, isKilled: false, stderr: "why\n" });
    // The shell sets PWD and similar variables itself.
    const names = stdout.toString().trim().split(",");
    expect(names.filter((name) => !["OLDPWD", "PWD", "SHLVL", "_"].includes(name))).toEqual([
      "NODE_ENV",
      "PATH",
    ]);
  });

  it("is killed on CPU or wall-clock timeout", async () => {
    const [busy, idle] = await Promise.all([
      runScript("for (;;);", { cpuSeconds: 1 }),
      runScript("setInterval(() => undefined, 1000)", { wallMs: 300 }),
    ]);
    expect(busy.isKilled).toBe(true);
    expect(idle.isKilled).toBe(true);
  });

  it("is killed when its output exceeds the limit", async () => {
    const script = `const more = () => process.stdout.write("x".repeat(100_000), more); more();`;
    const { isKilled, stdout } = await runScript(script, {}, 500_000);
    expect(isKilled).toBe(true);
    expect(stdout.length).toBeLessThanOrEqual(500_000);
  });

  it("cannot write a file over the limit", async () => {
    const script = `require("node:fs").writeFileSync("large", Buffer.alloc(${3 * MB}))`;
    const { code, stderr, isKilled } = await runScript(script, { fileBytes: MB });
    expect(isKilled || /EFBIG/.test(stderr)).toBe(true);
    expect(code).not.toBe(0);
  });

  // Only Linux limits the address space of a process.
  it.skipIf(process.platform !== "linux")("cannot allocate memory over the limit", async () => {
    const args = ["if=/dev/zero", "of=/dev/null", `bs=${400 * MB}`, "count=1"];
    expect((await run("dd", args)).code).toBe(0);
    const { code, stderr } = await run("dd", args, { memoryBytes: 200 * MB });
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/memory/);
  });
});

describe("ffmpeg on a file that bypassed the probe", () => {
  it.each([
    ["a playlist", "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nsecret.mp4\n#EXT-X-ENDLIST\n"],
    ["a list of files", "ffconcat version 1.0\nfile secret.mp4\n"],
  ])("opens no other file for %s", async (_, content) => {
    const program = await locateFfmpeg(undefined)();
    await writeFile(join(folder, "secret.mp4"), await createClips(folder).bytes("first.mp4"));
    const source = join(folder, "upload.mp4");
    await writeFile(source, content);
    const size = { width: 320, height: 180 };
    for (const args of [copyArguments(source), transcodeArguments(source, size, 300)]) {
      const work = ffmpeg(program, args, { cwd: folder, work: "encode" });
      await expect(work).rejects.toThrow(UnreadableVideoError);
    }
    expect(await readdir(folder)).not.toContain("clip.mp4");
  });
});
