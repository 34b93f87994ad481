import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { getAddress, type Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { deployment } from "@/lib/schemas/deployment";
import { launchpadAbi } from "@/lib/shared/abi/launchpad";
import { CHAINS } from "@/lib/shared/chains";
import { freePort } from "@/sandbox/process/free-port";
import { waitUntil } from "@/sandbox/process/wait-until";
import { type Anvil, startAnvil } from "../setup/chain/anvil";
import { pretendToBe } from "../setup/chain/pretend-chain";
import {
  findPostgresPrograms,
  type SystemPostgres,
  startSystemPostgres,
} from "../setup/database/system-postgres";
import { hasProgram } from "../setup/find-program";
import {
  createOperatorShell,
  type OperatorShell,
  sudoIn,
  sudoScript,
} from "../setup/operator-shell";
import { parseEnvFile } from "../setup/parse-compose";
import { type PageStep, readCommands } from "../setup/read-commands";
import { type RunningRedis, startRedis } from "../setup/servers/start-redis";

/**
 * Runs docs/production.md as an operator does: every block that is not marked as needing the
 * internet, root, systemd or containers, in order, in one shell, in a folder with the source.
 * `PRODUCTION=long` also builds there, with a brand, and uses the installed Inngest.
 */
const IS_LONG = process.env.PRODUCTION === "long";
const PAGE = "docs/production.md";
const NOT_RUN = ["root", "internet", "systemd", "docker"];
const MARKS = [...NOT_RUN, "background", "build"];
const BLOCK_MS = IS_LONG ? 300_000 : 90_000;
const BRAND = "Harbour & Sons";
// Characters that a shell and sed treat as their own.
const RPC_QUERY = "/?network=base&key=a|b";
const SMTP_URL = "smtp://ada:one&two@127.0.0.1:9";
const DOMAIN = "harbour.test";
const MULTISIG = getAddress("0x00000000000000000000000000000000000beef0");

const steps = readCommands(readFileSync(PAGE, "utf8"));
const inngest = { name: "inngest", versionFlag: "version", install: "see docs/inngest.md" };
const hasInngest = IS_LONG && hasProgram(inngest);
const isPossible =
  process.platform === "linux" &&
  findPostgresPrograms() !== null &&
  ["psql", "redis-server", "curl", "openssl"]
    .map((name) => ({ name, versionFlag: "--version", install: `apt-get install ${name}` }))
    .every(hasProgram);
const privateKey = z
  .string()
  .refine((value): value is Hex => /^0x[0-9a-f]{64}$/.test(value), "not a private key");

/** The repository as `git clone` and `npm ci` leave it; with the build, unless it is built here. */
async function copySource(to: string): Promise<void> {
  const left = /^(node_modules|\.git|\.next|\.data.*|\.env|\.env\.local|coverage|test-results)$/;
  const built = /^(dist|.*\.tsbuildinfo|next-env\.d\.ts)$/;
  const names = (await readdir(".")).filter(
    (name) => !left.test(name) && !(IS_LONG && built.test(name)),
  );
  await mkdir(to);
  copy(names, to);
  if (!IS_LONG) {
    await mkdir(join(to, ".next"));
    const parts = (await readdir(".next")).filter((name) => name !== "cache");
    const paths = parts.map((name) => join(".next", name));
    copy(paths, join(to, ".next"));
  }
  // Turbopack does not follow a link out of the folder; a copy of hard links needs no space.
  if (IS_LONG) copy(["node_modules"], to, "--link");
  else await symlink(join(process.cwd(), "node_modules"), join(to, "node_modules"));
}

/** Many times faster than Node's own. */
function copy(paths: readonly string[], to: string, ...options: string[]): void {
  const args = ["--archive", ...options, ...paths, to];
  const { status, stderr } = spawnSync("cp", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`cp: ${stderr}`);
}

describe(`commands in ${PAGE}`, () => {
  it("are either run by this test or marked as needing something else", () => {
    const blocks = steps.flatMap((step) => (step.kind === "commands" ? [step] : []));
    expect(blocks.length).toBeGreaterThan(15);
    for (const { marks, line } of blocks) {
      expect(
        marks.filter((mark) => !MARKS.includes(mark)),
        `line ${line}`,
      ).toEqual([]);
    }
    const isRun = ({ marks }: { marks: string[] }) => !marks.some((mark) => NOT_RUN.includes(mark));
    // Marking a block is the exception.
    expect(blocks.filter(isRun).length).toBeGreaterThan(blocks.length / 2);
  });
});

describe(`programs in ${PAGE}`, () => {
  const blocks = steps.flatMap((step) => (step.kind === "commands" ? [step.text] : []));
  const installedBy = (text: string) =>
    [...text.matchAll(/apt-get install --yes (.+)/g)].flatMap(([, names = ""]) => names.split(" "));

  // Debian's minimal images have none of them.
  it.each([
    ["git", "git"],
    ["curl", "curl"],
    ["openssl", "openssl"],
    ["sudo", "sudo"],
    ["psql", "postgresql"],
    ["nginx", "nginx"],
    ["certbot", "python3-certbot-nginx"],
  ])("%s is installed before the first use", (program, name) => {
    const isUse = new RegExp(`(^|[|(&] ?|sudo -u \\w+ )${program} `, "m");
    const use = blocks.findIndex((text) => isUse.test(text));
    const installation = blocks.findIndex((text) => installedBy(text).includes(name));
    expect(use).toBeGreaterThan(-1);
    expect(installation, `${name} is not installed`).toBeGreaterThan(-1);
    expect(installation).toBeLessThanOrEqual(use);
  });
});

describe.skipIf(!isPossible)(`an operator who follows ${PAGE}`, () => {
  let folder: string;
  let chain: Anvil;
  let postgres: SystemPostgres;
  let redis: RunningRedis;
  let shell: OperatorShell;
  let base: string;
  let enginePort: number;
  /** Texts of the page, and their replacements in this test. */
  let replaced: [string, string][];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "slipway-production-"));
    const inFolder = (name: string) => join(folder, name);
    const [port, ...started] = await Promise.all([
      freePort(),
      startSystemPostgres(),
      startRedis({ password: null }),
      startAnvil({ chainId: CHAINS.base.chainId }),
      copySource(inFolder("opt")),
      ...["etc", "var", "backups", "bin", "home", "caddy"].map((name) => mkdir(inFolder(name))),
    ]);
    if (started[0] === null || started[1] === null) throw new Error("PostgreSQL or Redis is gone");
    [postgres, redis, chain] = [started[0], started[1], started[2]];
    await pretendToBe(chain, "base");
    enginePort = await freePort();
    base = `http://127.0.0.1:${port}`;
    replaced = [
      ["<launch.example.com>", DOMAIN],
      ["<rpc-url>", `${chain.rpcUrl}${RPC_QUERY}`],
      ["<multisig>", MULTISIG],
      ["<smtp-url>", SMTP_URL],
      ["<brand>", BRAND],
      ["/etc/slipway/", `${inFolder("etc")}/`],
      ["/var/lib/slipway", inFolder("var")],
      ["/var/backups/slipway", inFolder("backups")],
      ["/etc/caddy/", `${inFolder("caddy")}/`],
      ["127.0.0.1:5432", `127.0.0.1:${postgres.port}`],
      ["127.0.0.1:6379", `127.0.0.1:${redis.port}`],
      ["127.0.0.1:8288", `127.0.0.1:${enginePort}`],
      ["http://127.0.0.1:3000", base],
      // Caddy does not run here.
      ["http://127.0.0.1:3010", base],
    ];
    const { superuser: PGUSER, password: PGPASSWORD } = postgres;
    const login = { PGHOST: "127.0.0.1", PGPORT: String(postgres.port), PGUSER, PGPASSWORD };
    await writeFile(sudoIn(inFolder("bin")), sudoScript(login));
    await chmod(sudoIn(inFolder("bin")), 0o755);
    await writeFile(inFolder("state"), "");
    shell = createOperatorShell({
      cwd: inFolder("opt"),
      state: inFolder("state"),
      limitMs: BLOCK_MS,
      environment: {
        PATH: [inFolder("bin"), dirname(process.execPath), "/usr/bin", "/bin"].join(":"),
        HOME: inFolder("home"),
        LANG: "C.UTF-8",
        HOST: "127.0.0.1",
        PORT: String(port),
      },
    });
  });
  afterAll(async () => {
    await shell?.stop();
    await chain?.stop();
    await redis?.stop();
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  function translate(text: string): string {
    const done = replaced.reduce((so, [from, to]) => so.replaceAll(from, to), text);
    expect(done, "a placeholder without a value").not.toMatch(/<[a-z-]+>/);
    return done;
  }

  const configuration = async () => parseEnvFile(await readFile(join(folder, "etc/env"), "utf8"));

  /** The embedded engine where no Inngest is used, on a database of its own as well. */
  async function startEngine(): Promise<void> {
    const written = await configuration();
    const { INNGEST_POSTGRES_URI: DATABASE_URL = "" } = written;
    const ENGINE_APP_URL = `${base}/api/inngest`;
    const own = { ENGINE_PORT: String(enginePort), ENGINE_APP_URL, DATABASE_URL };
    if (hasInngest) shell.start("engine", await inngestCommand(), written);
    else shell.start("engine", [process.execPath, "dist/engine.mjs"], { ...written, ...own });
    const answers = () =>
      fetch(`http://127.0.0.1:${enginePort}/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    const isUp = await waitUntil(answers, { timeoutMs: BLOCK_MS, everyMs: 50 });
    expect(isUp, shell.outputs()).toBe(true);
  }

  /** The unit's command with ports of this test. */
  async function inngestCommand(): Promise<string[]> {
    const unit = await readFile("ops/systemd/slipway-inngest.service", "utf8");
    const [, command = ""] = /^ExecStart=\S+ (.+)$/m.exec(unit) ?? [];
    const [connect, gateway, executor] = await Promise.all([freePort(), freePort(), freePort()]);
    const program = spawnSync("which", ["inngest"], { encoding: "utf8" }).stdout.trim();
    return [
      program,
      ...command.replace("8288", String(enginePort)).split(" "),
      ...["--connect-gateway-port", String(connect)],
      ...["--connect-gateway-grpc-port", String(gateway)],
      ...["--connect-executor-grpc-port", String(executor)],
    ];
  }

  async function fundServerWallet(): Promise<void> {
    const { SERVER_WALLET_PRIVATE_KEY } = await configuration();
    await chain.fund(privateKeyToAccount(privateKey.parse(SERVER_WALLET_PRIVATE_KEY)).address);
  }

  /** The server's key must not own the contracts. */
  async function requireOwner(): Promise<void> {
    const manifest = await readFile(join(folder, "etc/deployments/base.json"), "utf8");
    const { contracts } = deployment.parse(JSON.parse(manifest));
    const launchpad = { address: contracts.launchpad, abi: launchpadAbi } as const;
    expect(await chain.client.readContract({ ...launchpad, functionName: "owner" })).toBe(MULTISIG);
  }

  const byHand: Record<string, () => Promise<void>> = {
    "fund the server wallet": fundServerWallet,
    "start the job engine": startEngine,
  };

  async function follow(step: PageStep): Promise<void> {
    const name = `${PAGE}, line ${step.line}`;
    if (step.kind === "by hand") {
      const act = byHand[step.name];
      if (act === undefined) throw new Error(`${name}: "${step.name}" is not known`);
      return act();
    }
    const { marks, text } = step;
    if (marks.some((mark) => NOT_RUN.includes(mark))) return;
    if (marks.includes("build") && !IS_LONG) return;
    if (marks.includes("background")) shell.startBlock(name, translate(text));
    else await shell.run(name, translate(text));
  }

  it("ends with a launchpad that launches a token", { timeout: 15 * BLOCK_MS }, async () => {
    for (const step of steps) await follow(step);
    await requireOwner();

    const written = await configuration();
    expect(written).toMatchObject({ RPC_URL_BASE: `${chain.rpcUrl}${RPC_QUERY}`, SMTP_URL });
    expect(written.MAIL_FROM).toBe(`${BRAND} <hello@${DOMAIN}>`);

    // Nothing of the example is left, and others cannot read it.
    for (const [name, value] of Object.entries(written)) {
      expect(value, name).not.toMatch(name === "MAIL_FROM" ? /example\.com/ : /[<>]|example\.com/);
    }
    expect((await stat(join(folder, "etc/env"))).mode & 0o777).toBe(0o640);
    expect(await readdir(join(folder, "backups/first"))).toContain("manifest.json");
    const caddyfile = await readFile(join(folder, "caddy/Caddyfile"), "utf8");
    expect(caddyfile).toContain(`\n${DOMAIN} {\n`);
    expect(caddyfile).toContain("\n\treverse_proxy 127.0.0.1:3000 127.0.0.1:3001 {\n");
    const page = await (await fetch(base)).text();
    expect(page).toContain(BRAND.replace("&", "&amp;"));
    expect(page).not.toContain("Slipway");
    expect(await shell.stop(), shell.outputs()).toEqual([]);
  });
});
