import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Readable, Writable } from "node:stream";
import { build } from "esbuild";
import { encode } from "next-auth/jwt";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { openConnections } from "@/lib/context/connections";
import { createSecretModule } from "@/lib/context/secrets";
import { createSecrets } from "@/lib/drivers/secrets/create-secrets";
import { importSeed } from "@/lib/drivers/secrets/open-realm-seed";
import { SecretsError } from "@/lib/drivers/secrets/secrets-error";
import { readWrappingKeys } from "@/lib/drivers/secrets/wrapping-key";
import { childEnv } from "@/lib/env";
import { createSecretStore } from "@/lib/features/secrets/store/create-secret-store";
import { secrets } from "@/lib/features/secrets/store/tables";
import { prepareRealm } from "@/lib/features/users/prepare-realm";
import { createSeedClaims } from "@/lib/features/users/store/create-seed-claims";
import { managedWallets, walletSeeds } from "@/lib/features/users/store/wallet-tables";
import { writeSeedFile } from "../../setup/stack/seeds";
import { ADA, type Installation, keyOf, startInstallation } from "./support/start-installation";

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation();
});
afterAll(() => installation.stop());
beforeEach(() => installation.reset());

const KEY = Buffer.from("22".repeat(32), "hex");
const seedPath = (node: string, ...parts: string[]) =>
  join(installation.dataDir(node), "wallets", ...parts);
const addressOn = async (ctx: ServiceContext) => (await ctx.wallets.resolve(ADA)).address;
const start = (ctx: ServiceContext) => prepareRealm({ ctx });

describe("web servers with different disks", () => {
  it("give the same wallet to an email address that they register at once, and store no file", async () => {
    const nodes = ["a", "b", "c"].map((name) => installation.node(name));
    const addresses = await Promise.all(nodes.map(addressOn));
    expect(new Set(addresses).size).toBe(1);
    await Promise.all(nodes.map(start));
    expect(existsSync(installation.root)).toBe(false);
  });

  it("read the sessions of each other without NEXTAUTH_SECRET", async () => {
    const [a, b] = [installation.node("a"), installation.node("b")];
    const { secret } = await a.sessions.unlock();
    const identity = {
      type: "email",
      stableId: ADA.id,
      name: ADA.id,
      proofChainId: null,
    } as const;
    await a.accounts.signIn(identity, { current: null, newId: "account" });
    await a.sessions.open({ id: "session", accountId: "account", identity });
    const token = await encode({ token: { sub: "account", sid: "session" }, secret });
    const session = await b.sessions.read(`${b.sessions.cookieName}=${token}`);
    expect(session?.accountId).toBe("account");
    const other = installation.node("c", { NEXTAUTH_SECRET: "x".repeat(32) });
    expect(await other.sessions.read(`${other.sessions.cookieName}=${token}`)).toBeNull();
  });

  it("create each secret once when many processes start for the first time at once", async () => {
    const script = "node_modules/.cache/secrets-tests/first-start.mjs";
    await build({
      entryPoints: ["tests/ports/secrets/support/first-start.ts"],
      outfile: script,
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20",
      packages: "external",
      logLevel: "error",
    });
    const processes = Array.from({ length: 6 }, (_, index) =>
      spawn(process.execPath, [script], {
        env: childEnv({
          LOG_LEVEL: "silent",
          DATA_DIR: installation.dataDir(`process-${index}`),
          DATABASE_URL: installation.url,
          WALLET_SEED_KEY: keyOf("2"),
        }),
        stdio: ["pipe", "pipe", "inherit"],
      }),
    );
    await Promise.all(processes.map(readLine));
    const results = processes.map(readLine);
    for (const child of processes) child.stdin.write("go\n");
    expect(new Set(await Promise.all(results)).size).toBe(1);
    const rows = await installation.db.select({ name: secrets.name }).from(secrets);
    expect(rows.map(({ name }) => name.split("/")[0]).sort()).toEqual(["session", "wallet-seed"]);
  });
});

async function readLine(child: ChildProcessByStdio<Writable, Readable, null>): Promise<string> {
  let text = "";
  while (!text.includes("\n")) {
    const [chunk] = await once(child.stdout, "data");
    text += String(chunk);
  }
  return text;
}

describe("a web server with another WALLET_SEED_KEY", () => {
  it("refuses to start and names the variable, the keys and what to do; it changes nothing", async () => {
    await start(installation.node("a"));
    const before = await installation.db.select().from(secrets);
    const refused = installation.node("b", { WALLET_SEED_KEY: keyOf("3") });
    const error = await start(refused).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SecretsError);
    const [row] = before;
    expect(String(error)).toContain(`encrypted with key ${row?.keyId} when it was created at`);
    expect(String(error)).toContain("Set WALLET_SEED_KEY to the key that the other nodes use");
    expect(String(error)).not.toContain("3333");
    await expect(refused.sessions.unlock()).rejects.toThrow(SecretsError);
    expect(await installation.db.select().from(secrets)).toEqual(before);
    expect(await installation.db.$count(managedWallets)).toBe(0);
  });

  it("creates no further secret that the others could not open", async () => {
    await installation.node("a").sessions.unlock();
    const refused = installation.node("b", {
      WALLET_SEED_KEY: keyOf("3"),
      NEXTAUTH_SECRET: "x".repeat(32),
    });
    await expect(start(refused)).rejects.toThrow(SecretsError);
    expect(await installation.db.$count(secrets)).toBe(1);
    expect(await installation.db.$count(walletSeeds)).toBe(0);
  });
});

describe("variables that web servers share", () => {
  /** Starts a web server. @returns its warnings about variables */
  async function warningsOf(name: string, variables: Record<string, string>) {
    const warnings: unknown[] = [];
    const stream = new Writable({
      write(chunk, _encoding, done) {
        warnings.push(JSON.parse(String(chunk)));
        done();
      },
    });
    const env = installation.variables(name, variables);
    const core = { env, clock: { now: () => new Date() }, log: pino({ level: "warn" }, stream) };
    await createSecretModule(core, openConnections(core)).compareVariables();
    return warnings;
  }

  it("are compared at the start; a difference is logged by name, without values", async () => {
    const own = { NEXTAUTH_SECRET: "a secret of the first web server", METRICS_TOKEN: "token" };
    expect(await warningsOf("a", own)).toEqual([]);
    expect(await warningsOf("b", own)).toEqual([]);
    const differing = { METRICS_TOKEN: "token" };
    const [warning] = await warningsOf("c", differing);
    expect(warning).toMatchObject({ names: ["NEXTAUTH_SECRET"] });
    expect(JSON.stringify(warning)).not.toContain(own.NEXTAUTH_SECRET);
    expect(await warningsOf("c", differing)).toEqual([]);
    expect(await warningsOf("a", { ...own, METRICS_TOKEN: "other" })).toMatchObject([
      { names: ["NEXTAUTH_SECRET", "METRICS_TOKEN"] },
    ]);
  });
});

describe("the seed file of an earlier version", () => {
  it("moves into the database on the first start, and the wallets stay the same", async () => {
    const seed = writeSeedFile(seedPath("a", "live", "seed.json"), KEY, "old");
    await createSeedClaims(installation.db, () => new Date(), "live").claim(seed.id);
    await installation.db.insert(managedWallets).values({
      realm: "live",
      type: ADA.type,
      identity: ADA.id,
      seedId: seed.id,
      createdAt: new Date(),
    });
    await expect(start(installation.node("b"))).rejects.toThrow(
      /Start that server first: it moves the seed into the database/,
    );
    const first = installation.node("a");
    const [one, other] = await Promise.all([addressOn(first), addressOn(installation.node("a"))]);
    expect(one).toBe(other);
    await start(first);
    expect(readdirSync(seedPath("a", "live"))).toEqual([`seed-${seed.id}.imported.json`]);
    expect(await addressOn(installation.node("b"))).toBe(one);
    expect(await installation.db.$count(managedWallets)).toBe(1);
    // A database from before the import still finds the seed.
    await installation.db.delete(secrets);
    expect(await addressOn(installation.node("a"))).toBe(one);
  });

  it("is never overwritten by a different one; the refusal says what to do", async () => {
    writeSeedFile(seedPath("a", "live", "seed.json"), KEY, "of a");
    const path = seedPath("b", "live", "seed.json");
    const ofB = writeSeedFile(path, KEY, "of b");
    const address = await addressOn(installation.node("a"));
    const text = readFileSync(path, "utf8");
    await expect(start(installation.node("b"))).rejects.toThrow(
      /No wallet is registered with the seed of the file\. .* move it out of DATA_DIR/,
    );
    expect(readFileSync(path, "utf8")).toBe(text);

    // An earlier version allowed this by mistake.
    const bob = { type: "email", id: "bob@example.com" } as const;
    const now = new Date();
    await installation.db.insert(managedWallets).values({
      realm: "live",
      type: bob.type,
      identity: bob.id,
      seedId: ofB.id,
      createdAt: now,
    });
    await expect(start(installation.node("b"))).rejects.toThrow(
      `1 wallets are registered with the seed of the file. Add it for them: npm run secrets -- import ${path}`,
    );
    await expect(installation.node("a").wallets.resolve(bob)).rejects.toThrow(
      /npm run secrets -- import/,
    );
    const keys = readWrappingKeys({ current: keyOf("2"), previous: undefined });
    const imported = await importSeed(
      {
        secrets: createSecrets({
          store: createSecretStore(installation.db),
          keys,
          now: () => now,
        }),
        keys,
        realm: "live",
        folder: seedPath("b"),
        claimsIn: (tx) => createSeedClaims(tx ?? installation.db, () => now, "live"),
      },
      path,
    );
    expect(imported).toEqual({ id: ofB.id, isCurrent: false, isNew: true, wallets: 1 });
    await start(installation.node("b"));
    expect(await addressOn(installation.node("b"))).toBe(address);
    const [onA, onB] = await Promise.all(
      ["a", "b"].map((name) => installation.node(name).wallets.resolve(bob)),
    );
    expect(onA?.address).toBe(onB?.address);
  });

  it("waits for the server whose seed derived the wallets", async () => {
    const ofA = writeSeedFile(seedPath("a", "live", "seed.json"), KEY, "of a");
    writeSeedFile(seedPath("b", "live", "seed.json"), KEY, "of b");
    await createSeedClaims(installation.db, () => new Date(), "live").claim(ofA.id);
    await expect(start(installation.node("b"))).rejects.toThrow(
      /First start the web server whose DATA_DIR has that file/,
    );
    expect(await installation.db.$count(secrets)).toBe(0);
    await start(installation.node("a"));
  });

  it("names WALLET_SEED_KEY when another key encrypted it", async () => {
    writeSeedFile(seedPath("a", "live", "seed.json"), Buffer.alloc(32, 9), "old");
    await expect(start(installation.node("a"))).rejects.toThrow(/Set WALLET_SEED_KEY to the key/);
    const withBoth = installation.node("a", { WALLET_SEED_KEY_PREVIOUS: `0x${"09".repeat(32)}` });
    await start(withBoth);
    expect(await addressOn(installation.node("b"))).toBe(await addressOn(withBoth));
  });

  it("of another realm is rejected; one from before realms belongs to the present realm", async () => {
    const sandbox = { SANDBOX_PARTS: "base,base-sepolia,robinhood" };
    const former = writeSeedFile(seedPath("a", "seed.json"), KEY, "former");
    const inSandbox = await addressOn(installation.node("a", sandbox));
    const [claim] = await installation.db.select().from(walletSeeds);
    expect(claim).toMatchObject({ realm: "sandbox", seedId: former.id });
    expect(await addressOn(installation.node("a"))).not.toBe(inSandbox);
    writeSeedFile(seedPath("a", "live", "seed.json"), KEY, "former");
    await expect(start(installation.node("a"))).rejects.toThrow(/another realm/);
  });
});
