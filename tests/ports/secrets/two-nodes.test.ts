import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createContext, type ServiceContext } from "@/lib/context";
import { readEnv } from "@/lib/env";
import { startTestDatabase } from "../../setup/postgres";

/** Web servers with their own disks and one database. */
const KEY = `0x${"22".repeat(32)}`;
let root: string;
let database: Awaited<ReturnType<typeof startTestDatabase>>;
const open: ServiceContext[] = [];

beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "slipway-nodes-"));
  return () => rmSync(root, { recursive: true });
});

function node(name: string, overrides: Record<string, string> = {}): ServiceContext {
  const ctx = createContext(
    readEnv({
      LOG_LEVEL: "silent",
      DATA_DIR: join(root, name),
      DATABASE_URL: database.url,
      SERVER_WALLET_PRIVATE_KEY: `0x${"11".repeat(32)}`,
      NEXTAUTH_SECRET: "a secret of the tests, long enough for them",
      WALLET_SEED_KEY: KEY,
      INNGEST_EVENT_KEY: "unused",
      INNGEST_SIGNING_KEY: "unused",
      REDIS_URL: "redis://127.0.0.1:9",
      ...overrides,
    }),
  );
  open.push(ctx);
  return ctx;
}

describe("two web servers with different disks", () => {
  it("give the same wallet to an email address that both register at once", async () => {
    const nodes = ["a", "b"].map((name) => node(name));
    const identity = { type: "email", id: "ada@example.com" } as const;
    const wallets = await Promise.all(nodes.map((ctx) => ctx.wallets.resolve(identity)));
    expect(new Set(wallets.map(({ address }) => address)).size).toBe(1);
    expect(readdirSync(root)).toEqual([]);
  });
});
