import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { S3Options } from "@/lib/drivers/storage/s3-calls";
import { freePort } from "@/sandbox/process/free-port";
import { waitUntil } from "@/sandbox/process/wait-until";
import { hasProgram } from "../find-program";

export type RunningS3 = {
  options: S3Options;
  /** The same as variables. */
  variables: Record<
    "S3_ENDPOINT" | "S3_BUCKET" | "S3_ACCESS_KEY_ID" | "S3_SECRET_ACCESS_KEY" | "S3_REGION",
    string
  >;
  /** Answers nothing until `resume`; connections stay open. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
};

const KEY = "S3RVER";
const BUCKET = "slipway";
const START_MS = 60_000;

/** An S3 server of its own, with one empty bucket: s3rver, which npm has. */
export function startS3(): Promise<RunningS3> {
  return start((folder, port) => {
    const program = join(
      dirname(createRequire(import.meta.url).resolve("s3rver/package.json")),
      "bin/s3rver.js",
    );
    const place = ["-d", folder, "-a", "127.0.0.1", "-p", String(port)];
    return spawn(process.execPath, [program, ...place, "--configure-bucket", BUCKET, "--silent"], {
      stdio: "ignore",
    });
  });
}

/** versitygw on a folder, each subfolder a bucket; checks signatures and checksums like Amazon. */
async function startVersity(): Promise<RunningS3> {
  return start(async (folder, port) => {
    await mkdir(join(folder, BUCKET));
    const keys = ["--access", KEY, "--secret", KEY];
    return spawn("versitygw", ["--port", `127.0.0.1:${port}`, ...keys, "posix", folder], {
      stdio: "ignore",
    });
  });
}

/** Every S3 server that is available on this machine. Prints a line for each that is not. */
export async function startS3Servers(): Promise<[name: string, server: RunningS3][]> {
  const servers: [string, RunningS3][] = [["s3rver", await startS3()]];
  const versity = {
    name: "versitygw",
    versionFlag: "--version",
    install: "go install github.com/versity/versitygw/cmd/versitygw@latest",
  };
  if (hasProgram(versity)) servers.push(["versitygw", await startVersity()]);
  return servers;
}

async function start(
  run: (folder: string, port: number) => ChildProcess | Promise<ChildProcess>,
): Promise<RunningS3> {
  const [folder, port] = [await mkdtemp(join(tmpdir(), "slipway-s3-")), await freePort()];
  const child = await run(folder, port);
  const endpoint = `http://127.0.0.1:${port}`;
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const answers = () =>
    fetch(endpoint).then(
      () => true,
      () => false,
    );
  const isUp = await waitUntil(answers, { timeoutMs: START_MS, everyMs: 50 });
  async function stop(): Promise<void> {
    child.kill("SIGCONT");
    child.kill("SIGTERM");
    await gone;
    await rm(folder, { recursive: true, force: true });
  }
  if (isUp === null) {
    await stop();
    throw new Error("The S3 server did not start");
  }
  return {
    options: {
      ...{ endpoint, region: "us-east-1", bucket: BUCKET, pathStyle: true, prefix: "" },
      ...{ accessKeyId: KEY, secretAccessKey: KEY },
    },
    variables: {
      ...{ S3_ENDPOINT: endpoint, S3_BUCKET: BUCKET, S3_REGION: "us-east-1" },
      ...{ S3_ACCESS_KEY_ID: KEY, S3_SECRET_ACCESS_KEY: KEY },
    },
    pause: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
    stop,
  };
}
