import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { z } from "zod";
import { ffmpeg } from "@/lib/drivers/video/ffmpeg/ffmpeg";
import { canIsolate } from "@/lib/drivers/video/ffmpeg/isolate";
import { locateFfmpeg } from "@/lib/drivers/video/ffmpeg/locate-ffmpeg";
import { listen } from "../setup/servers/listen";

const SECRET = "the server wallet's key";
const loot = z.record(z.string(), z.string());

/** Simulates a compromised decoder: reads, connects and writes wherever it can. */
const HOSTILE = `
const fs = require("node:fs"), net = require("node:net"), http = require("node:http");
const { spawnSync } = require("node:child_process");
const [, secretPath, dataDir, port] = process.argv;
const loot = {};
const attempt = (name, work) => {
  try { loot[name] = String(work()); } catch (error) { loot[name] = "!" + (error.code ?? error.message); }
};
attempt("secret", () => fs.readFileSync(secretPath, "utf8"));
attempt("seed", () => fs.readdirSync(dataDir));
attempt("home", () => fs.readdirSync("/root").concat(fs.readdirSync("/home")));
attempt("passwords", () => fs.readFileSync("/etc/passwd", "utf8"));
attempt("processes", () => fs.readdirSync("/proc").filter((name) => /^\\d+$/.test(name)));
attempt("parent", () => fs.readFileSync("/proc/" + process.ppid + "/environ", "utf8"));
attempt("old root", () => fs.readdirSync("/old"));
attempt("environment", () => Object.values(process.env).join());
attempt("written", () => fs.writeFileSync("/usr/lib/mine", "x"));
attempt("signal", () => process.kill(process.ppid, "SIGTERM"));
attempt("mount", () => {
  const { status, error } = spawnSync("mount", ["--bind", "/dev/sda", "/tmp"]);
  if (error) throw error;
  return status;
});
attempt("own folder", () => fs.readFileSync("clip", "utf8"));
const socket = net.connect(Number(port), "127.0.0.1");
const done = () => { process.stdout.write(JSON.stringify(loot)); process.exit(0); };
socket.once("connect", () => { loot.network = "connected"; done(); });
socket.once("error", (error) => { loot.network = "!" + error.code; done(); });
`;

let folder = "";
let isAble = false;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway decoder "));
  await mkdir(join(folder, "video"));
  await writeFile(join(folder, "video", "clip"), "frames");
  await writeFile(join(folder, "secret"), SECRET);
  isAble = await canIsolate();
});
afterAll(() => rm(folder, { recursive: true }));

describe("a video that takes over its decoder", () => {
  it("cannot read secrets, see processes, use the network or write outside its folder", async (context) => {
    if (!isAble) context.skip("this machine forbids user namespaces");
    let visits = 0;
    const server = createServer(() => {
      visits += 1;
    });
    server.on("connection", () => {
      visits += 1;
    });
    const { port } = await listen(server);
    process.env.HOSTILE_DECODER_TEST = SECRET;
    const args = ["-e", HOSTILE, join(folder, "secret"), inject("dataDir"), String(port)];
    const cwd = join(folder, "video");
    const found = loot.parse(
      JSON.parse((await ffmpeg(process.execPath, args, { cwd, work: "encode" })).toString()),
    );
    server.close();
    delete process.env.HOSTILE_DECODER_TEST;
    expect(found).toMatchObject({
      secret: "!ENOENT",
      seed: "!ENOENT",
      home: "!ENOENT",
      passwords: "!ENOENT",
      processes: "",
      parent: "!ENOENT",
      "old root": "",
      written: "!EROFS",
      mount: "!ENOENT",
      "own folder": "frames",
      network: expect.stringMatching(/^!/),
    });
    expect(visits).toBe(0);
    expect(JSON.stringify(found)).not.toContain(SECRET);
    // The seed and the secrets existed.
    expect(
      (await readFile(join(inject("dataDir"), "secrets.json"), "utf8")).length,
    ).toBeGreaterThan(10);
  });

  it("does not affect normal decoding", async (context) => {
    if (!isAble) context.skip("this machine forbids user namespaces");
    const program = await locateFfmpeg(undefined)();
    const cwd = join(folder, "video");
    const source = ["-f", "lavfi", "-i", "testsrc=duration=1:size=64x64:rate=5"];
    await ffmpeg(program, ["-loglevel", "error", ...source, "-y", "out.mp4"], {
      cwd,
      work: "look",
    });
    expect((await readFile(join(cwd, "out.mp4"))).length).toBeGreaterThan(1_000);
  });
});
