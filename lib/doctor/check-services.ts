import { randomBytes } from "node:crypto";
import { access, constants, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createDatabase, type Database } from "@/lib/drivers/db/create-database";
import { readSchema } from "@/lib/drivers/db/read-schema";
import { checkEventKey } from "@/lib/drivers/jobs/check-event-key";
import { createLimiter, type Limiter } from "@/lib/drivers/limits/limiter";
import { STORED_FOLDERS } from "@/lib/drivers/storage/copy-objects";
import { makeFolder } from "@/lib/drivers/storage/make-folder";
import type { Env } from "@/lib/env";
import { type Finding, failed, fatal, ok, skipped, textOf, warning } from "./finding";

/** Folders of the data folder that a web server uses also if files are stored in a bucket. */
const OWN_FOLDERS = ["cache", "work"];

/** Whether this process can read and write files in the data folder and its folders. */
export async function checkDataDir({
  dataDir,
  storage: { s3 },
}: Pick<Env, "dataDir" | "storage">): Promise<Finding> {
  const check = { check: "data folder", variable: "DATA_DIR" };
  const path = join(dataDir, `.doctor-${process.pid}-${randomBytes(4).toString("hex")}`);
  try {
    await makeFolder(dataDir);
    await writeFile(path, path);
    if ((await readFile(path, "utf8")) !== path)
      throw new Error("a file changed while it was read");
    // A command of another user, such as root, may have created them.
    const names = s3 === null ? [...STORED_FOLDERS, ...OWN_FOLDERS] : OWN_FOLDERS;
    for (const name of names) await requireUsable(join(dataDir, name));
    return ok({ ...check, found: dataDir });
  } catch (error) {
    return fatal({
      ...check,
      found: `${dataDir} cannot be read and written: ${textOf(error)}`,
      remedy: "Give the server's user access to it, or set another folder",
    });
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}

/** @throws when a folder exists and this process cannot use it */
async function requireUsable(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  });
  if (found === null) return;
  await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
}

/** Opens the configured database and checks its schema. `db` is null if it cannot be used. */
export async function checkDatabase(
  env: Pick<Env, "DATABASE_URL">,
): Promise<{ db: Database | null; finding: Finding }> {
  const check = { check: "database", variable: "DATABASE_URL" };
  const { DATABASE_URL: url } = env;
  if (url === undefined) {
    const found =
      "not set: `npm start` runs an embedded one; `npm run migrate`, `npm run heal` and separate servers need it";
    return { db: null, finding: skipped({ ...check, found }) };
  }
  const db = createDatabase({ url, connectionsMax: 2, onError: () => undefined });
  try {
    return { db, finding: await describeSchema(db, check) };
  } catch (error) {
    await db.$client.end();
    const remedy = "Start PostgreSQL, or correct the address and password";
    return { db: null, finding: failed({ ...check, found: textOf(error), remedy }) };
  }
}

async function describeSchema(
  db: Database,
  check: Pick<Finding, "check" | "variable">,
): Promise<Finding> {
  const schema = await readSchema(db.$client);
  switch (schema.state) {
    case "current":
      return ok({ ...check, found: "reachable, with the schema of this release" });
    case "empty":
    case "behind": {
      const found = `${schema.missing} migrations are missing`;
      return fatal({ ...check, found, remedy: "Run: npm run migrate" });
    }
    case "ahead": {
      if (!schema.isSupported) {
        const found = "a newer release has migrated it, and this release no longer works with it";
        return fatal({ ...check, found, remedy: "Start the newer release" });
      }
      const found = "the next release has migrated it; this one may run until it is replaced";
      return warning({ ...check, found, remedy: "Update this server soon" });
    }
  }
}

/** Whether the rate-limit store responds and accepts writes. */
export async function checkLimitStore(env: Env): Promise<Finding> {
  const { REDIS_URL: redisUrl, UPSTASH_REDIS_REST_URL: upstashUrl } = env;
  const variable = upstashUrl === undefined ? "REDIS_URL" : "UPSTASH_REDIS_REST_URL";
  const check = { check: "rate-limit store", variable };
  if (redisUrl === undefined && upstashUrl === undefined) {
    const found = "not set: `npm start` runs an embedded one, `npm run start:web` needs it";
    return skipped({ ...check, found });
  }
  const store =
    redisUrl === undefined
      ? { upstashUrl: upstashUrl ?? "", upstashToken: env.UPSTASH_REDIS_REST_TOKEN ?? "" }
      : { redisUrl };
  const remedy = "Start it, correct the address and password, or free its memory or disk";
  let limiter: Limiter | null = null;
  try {
    limiter = createLimiter({ store, onFailure: () => undefined });
    if (await limiter.isHealthy()) return ok({ ...check, found: "responds" });
    const found =
      "does not respond, or accepts no writes; launches and uploads return 503 until it does";
    return failed({ ...check, found, remedy });
  } catch (error) {
    return failed({ ...check, found: textOf(error), remedy });
  } finally {
    limiter?.close();
  }
}

/** Engine and SDK hash the bytes of the hex part, so another text would not verify. */
const SIGNING_KEY = /^(signkey-\w+-)?([0-9a-f]{2})+$/i;

/** Whether the job engine accepts events with the configured key, and the form of the signing key. */
export async function checkEngine(env: Env): Promise<Finding[]> {
  const { INNGEST_SIGNING_KEY: signingKey } = env;
  const finding = await checkEvents(env);
  if (signingKey === undefined || SIGNING_KEY.test(signingKey)) return [finding];
  const found = "it is not hex with an even number of digits, with or without signkey-…- before it";
  const remedy = "Copy the signing key of this environment, or generate one: openssl rand -hex 32";
  const check = { check: "job engine", variable: "INNGEST_SIGNING_KEY" };
  return [finding, failed({ ...check, found, remedy })];
}

async function checkEvents(env: Env): Promise<Finding> {
  const check = { check: "job engine", variable: "INNGEST_EVENT_KEY" };
  const { INNGEST_EVENT_KEY: eventKey, INNGEST_BASE_URL: baseUrl } = env;
  if (eventKey === undefined) {
    const found = "not set: `npm start` runs an embedded one, `npm run start:web` needs it";
    return skipped({ ...check, found });
  }
  const problem = await checkEventKey({ eventKey, baseUrl: baseUrl ?? null });
  if (problem === null) return ok({ ...check, found: "accepts events" });
  if (problem.isRefused) {
    const found = `the job engine rejects the key (${problem.text}); accepted launches would wait`;
    return failed({ ...check, found, remedy: "Copy the event key of this environment" });
  }
  const variable = baseUrl === undefined ? null : "INNGEST_BASE_URL";
  const found = `the job engine does not respond: ${problem.text}; accepted launches wait`;
  return failed({ ...check, variable, found, remedy: "Start it, or correct its address" });
}
