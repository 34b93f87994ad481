import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import type { S3Options } from "@/lib/drivers/storage/s3-calls";
import { childEnv } from "@/lib/env";
import { freePort } from "@/sandbox/process/free-port";
import { hasProgram } from "../find-program";
import { answersHttp, type Restartable, startRestartable } from "../stack/restartable";

export type RunningS3 = Restartable & {
  options: S3Options;
  /** The same as variables. */
  variables: Record<
    "S3_ENDPOINT" | "S3_BUCKET" | "S3_ACCESS_KEY_ID" | "S3_SECRET_ACCESS_KEY" | "S3_REGION",
    string
  >;
  /** Answers nothing until `resume`; connections stay open. */
  pause(): void;
  resume(): void;
};

const KEY = "S3RVER";
const SECRET = "S3RVER";
/** s3rver knows the pair above only; MinIO requires a longer secret. */
const MINIO_SECRET = "S3RVER-MINIO";
const BUCKET = "slipway";

/** An S3 server of its own, with one empty bucket: s3rver, which npm has. */
export function startS3(): Promise<RunningS3> {
  return start((folder, port) => {
    const program = join(
      dirname(createRequire(import.meta.url).resolve("s3rver/package.json")),
      "bin/s3rver.js",
    );
    const place = ["-d", folder, "-a", "127.0.0.1", "-p", String(port)];
    return [process.execPath, program, ...place, "--configure-bucket", BUCKET, "--silent"];
  });
}

/** versitygw on a folder, each subfolder a bucket; checks signatures and checksums like Amazon. */
function startVersity(): Promise<RunningS3> {
  return start(async (folder, port) => {
    await mkdir(join(folder, BUCKET));
    const keys = ["--access", KEY, "--secret", SECRET];
    return ["versitygw", "--port", `127.0.0.1:${port}`, ...keys, "posix", folder];
  });
}

/** The installed MinIO; null, with a line, where there is none. */
export async function startMinio(): Promise<RunningS3 | null> {
  const minio = { name: "minio", versionFlag: "--version", install: "see docs/faults.md" };
  if (!hasProgram(minio)) return null;
  const place = (folder: string, port: number) => ["--address", `127.0.0.1:${port}`, folder];
  const command = (folder: string, port: number) => ["minio", "server", ...place(folder, port)];
  const running = await start(command, MINIO_SECRET);
  const { endpoint, region, accessKeyId, secretAccessKey } = running.options;
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({
    region,
    credentials,
    forcePathStyle: true,
    ...(endpoint === null ? {} : { endpoint }),
  });
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  client.destroy();
  return running;
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
  const minio = await startMinio();
  if (minio !== null) servers.push(["MinIO", minio]);
  return servers;
}

async function start(
  commandFor: (folder: string, port: number) => string[] | Promise<string[]>,
  secret = SECRET,
): Promise<RunningS3> {
  const [folder, port] = [await mkdtemp(join(tmpdir(), "slipway-s3-")), await freePort()];
  const endpoint = `http://127.0.0.1:${port}`;
  const server = await startRestartable({
    command: await commandFor(folder, port),
    env: { ...childEnv({}), MINIO_ROOT_USER: KEY, MINIO_ROOT_PASSWORD: secret },
    isUp: () => answersHttp(endpoint),
  });
  return {
    ...server,
    options: {
      endpoint,
      region: "us-east-1",
      bucket: BUCKET,
      pathStyle: true,
      prefix: "",
      accessKeyId: KEY,
      secretAccessKey: secret,
    },
    variables: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: BUCKET,
      S3_REGION: "us-east-1",
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: secret,
    },
    pause: () => void process.kill(server.pid(), "SIGSTOP"),
    resume: () => void process.kill(server.pid(), "SIGCONT"),
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
