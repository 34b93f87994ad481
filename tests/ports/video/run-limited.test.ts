import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ffmpeg, toError } from "@/lib/drivers/video/ffmpeg/ffmpeg";
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
    const { code, killedBy, stdout, stderr } = await runScript(script);
    expect({ code, killedBy, stderr }).toEqual({ code: 3, killedBy: null, stderr: "why\n" });
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
    expect(busy.killedBy).toBe("limit");
    expect(idle.killedBy).toBe("time");
  });

  it("has a hard CPU limit 5 seconds above the one that sends SIGXCPU", async () => {
    const script = "ulimit -S -t; ulimit -H -t";
    const { stdout } = await run("/bin/sh", ["-c", script], { cpuSeconds: 7 });
    expect(stdout.toString()).toBe("7\n12\n");
  });

  it("is reported as killed by the system after a SIGKILL from elsewhere, as when memory runs out", async () => {
    const { killedBy } = await runScript(`process.kill(process.pid, "SIGKILL")`);
    expect(killedBy).toBe("system");
  });

  it("is killed when its output exceeds the limit", async () => {
    const script = `const more = () => process.stdout.write("x".repeat(100_000), more); more();`;
    const { killedBy, stdout } = await runScript(script, {}, 500_000);
    expect(killedBy).toBe("limit");
    expect(stdout.length).toBeLessThanOrEqual(500_000);
  });

  it("cannot write a file over the limit", async () => {
    const script = `require("node:fs").writeFileSync("large", Buffer.alloc(${3 * MB}))`;
    const { code, stderr, killedBy } = await runScript(script, { fileBytes: MB });
    expect(killedBy === "limit" || /EFBIG/.test(stderr)).toBe(true);
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

describe("ffmpeg that fails", () => {
  const exits = (code: number) =>
    ffmpeg(process.execPath, ["-e", `process.exit(${code})`], { cwd: folder, work: "look" });

  it.each([
    ["it cannot decode", 1],
    ["its CPU time is used up", 128 + 24],
    ["it handles the signal of that limit", 255],
  ])("refuses the video when %s", async (_, code) => {
    await expect(exits(code)).rejects.toBeInstanceOf(UnreadableVideoError);
  });

  it("does not refuse the video when the system killed it", async () => {
    const error = await exits(128 + 9).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(UnreadableVideoError);
  });

  it("refuses the video for its duration only when no time is left for another run", () => {
    const killed = { code: null, killedBy: "time", stderr: "" } as const;
    expect(toError(killed, { isLast: false })).not.toBeInstanceOf(UnreadableVideoError);
    expect(toError(killed, { isLast: true })).toBeInstanceOf(UnreadableVideoError);
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
