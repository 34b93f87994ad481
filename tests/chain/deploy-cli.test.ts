import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { getAddress, type Hex, keccak256, parseAbi } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { FEEDS, PERIPHERY } from "@/contracts/script/deploy/chain-config";
import { POOL_MANAGER_CODE_HASHES } from "@/contracts/script/pool-manager-code";
import { deployment } from "@/lib/schemas/deployment";
import { launchHookAbi } from "@/lib/shared/abi/launch-hook";
import { launchpadAbi } from "@/lib/shared/abi/launchpad";
import { marketCapPriceAbi } from "@/lib/shared/abi/market-cap-price";
import { CHAIN_SLUGS } from "@/lib/shared/chains";
import { type Anvil, startAnvil } from "../setup/chain/anvil";
import { contractCommand } from "../setup/chain/contract-command";
import { poolManagerCode } from "../setup/chain/pool-manager-code";
import { pretendToBe } from "../setup/chain/pretend-chain";
import { runProgram } from "../setup/run-program";

let anvil: Anvil;
let folder: string;
let operator: Awaited<ReturnType<Anvil["funded"]>>;

const OWNER = getAddress("0x00000000000000000000000000000000000a11ce");
const SETTER = getAddress("0x0000000000000000000000000000000000005e77");
const LAUNCHER = getAddress("0x000000000000000000000000000000000001a7c4");
const NO_SEQUENCER = "--without-sequencer-feed";

let command: Awaited<ReturnType<typeof contractCommand>>;
const run = (...options: string[]) => command("--chain", "base-sepolia", ...options);

const nonce = () => anvil.client.getTransactionCount({ address: operator.address });

beforeAll(async () => {
  anvil = await startAnvil();
  folder = mkdtempSync(path.join(tmpdir(), "slipway-cli-"));
  operator = await anvil.funded();
  await pretendToBe(anvil, "base-sepolia");
  command = await contractCommand("deploy", () => ({
    RPC_URL_BASE_SEPOLIA: anvil.rpcUrl,
    SERVER_WALLET_PRIVATE_KEY: operator.privateKey,
  }));
});
afterAll(async () => {
  await anvil.stop();
  rmSync(folder, { recursive: true, force: true });
});

it("prints the usage of every contracts command for --help", async () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync("package.json", "utf8")));
  const commands = Object.entries(scripts).flatMap(([name, command]) => {
    const [, script] = /^tsx (contracts\/script\/\S+)$/.exec(command) ?? [];
    return name.startsWith("contracts:") && script ? [{ name, script }] : [];
  });
  expect(commands.length).toBeGreaterThanOrEqual(8);
  await Promise.all(
    commands.map(async ({ name, script }) => {
      const { code, stdout } = await runProgram(["--import", "tsx", script, "--help"]);
      expect(stdout).toMatch(new RegExp(`^Usage: npm run ${name}\\b`));
      expect(code).toBe(0);
    }),
  );
});

describe("contracts:deploy", () => {
  it("explains itself with --help, and ends a wrong call with status 2", async () => {
    const [help, wrong, unknown] = await Promise.all([
      run("--help"),
      run("--chain", "84532"),
      run("--unknown"),
    ]);
    expect(help.status).toBe(0);
    expect(help.text).toContain("--owner <address>");
    expect(wrong.status).toBe(2);
    expect(wrong.text).toContain("--chain: base, base-sepolia, robinhood");
    expect(unknown.status).toBe(2);
  });

  it("refuses an owner that is the service's key, unless it is forced", async () => {
    const manifest = path.join(folder, "none.json");
    const options = ["--manifest", manifest, NO_SEQUENCER];
    const [same, launcher, none, forced] = await Promise.all([
      run(...options, "--owner", operator.address),
      run(...options, "--owner", OWNER, "--launcher", OWNER),
      run(...options),
      run(...options, "--owner", operator.address, "--force-same-owner"),
    ]);
    expect(same.status).toBe(2);
    expect(same.text).toContain("--owner is the launcher");
    expect(launcher.text).toContain("--owner is the launcher");
    expect(none.text).toContain("--owner 0x… (a multisig)");
    expect(forced.text).toContain("dry run");
    expect(existsSync(manifest)).toBe(false);
  });

  it("refuses a feed setter that sends other transactions, because its prices would replace them", async () => {
    const feed = ["--owner", OWNER, NO_SEQUENCER, "--owner-feed", "2900", "--feed-setter"];
    const refused = await Promise.all([
      run(...feed, operator.address.toLowerCase()),
      run(...feed, SETTER, "--launcher", SETTER),
      run(...feed, OWNER),
    ]);
    for (const { status, text } of refused) {
      expect(text).toContain("--feed-setter is the launcher");
      expect(status).toBe(2);
    }
  });

  it("requires a sequencer feed, a heartbeat for an unknown feed, and a real feed", async () => {
    const owner = ["--owner", OWNER];
    const other = [...owner, NO_SEQUENCER, "--feed", PERIPHERY["base-sepolia"].permit2];
    const [sequencer, heartbeat, wrong, ownFeed] = await Promise.all([
      run(...owner),
      run(...other),
      run(...other, "--heartbeat", "3600"),
      run(...owner, NO_SEQUENCER, "--owner-feed", "2900"),
    ]);
    expect(sequencer.text).toContain("base-sepolia is a rollup: --sequencer-feed 0x…");
    expect(heartbeat.text).toContain("--heartbeat is required");
    expect(wrong.status).toBe(1);
    expect(ownFeed.text).toContain("--owner-feed needs --feed-setter");
  });

  it("refuses another contract at PoolManager's address", async () => {
    const { poolManager } = PERIPHERY["base-sepolia"];
    const good = poolManagerCode(poolManager);
    const other: Hex = `0x${good.slice(2, -2)}00`;
    await anvil.test.setCode({ address: poolManager, bytecode: other });
    const options = ["--owner", OWNER, NO_SEQUENCER];
    const refused = await run(...options);
    expect(refused.status).toBe(1);
    expect(refused.text).toContain(`the code hash of PoolManager at ${poolManager}`);
    const checked = await run(...options, "--pool-manager-code-hash", keccak256(other));
    expect(checked.text).toContain("dry run");
    await anvil.test.setCode({ address: poolManager, bytecode: good });
  });

  it("has the code hash of PoolManager of every chain in its table", async () => {
    for (const slug of CHAIN_SLUGS) {
      const code = poolManagerCode(PERIPHERY[slug].poolManager);
      expect(keccak256(code)).toBe(POOL_MANAGER_CODE_HASHES[slug]);
    }
  });

  it("prints a plan, deploys on confirmation with separate powers, and never deploys twice", async () => {
    const manifestPath = path.join(folder, "base-sepolia.json");
    const options = ["--manifest", manifestPath, "--owner", OWNER, NO_SEQUENCER];
    const before = await nonce();
    const dry = await run(...options);
    expect(dry.text).toContain("dry run: nothing was sent");
    expect(dry.text).toContain("ETH / USD, 8 decimals, 3100 USD");
    expect(dry.text).toContain(`owner ${OWNER} (no code: not a multisig)`);
    expect(dry.text).toMatch(/about \d+ gas, 0\.\d+ ETH/);
    expect(dry.status).toBe(0);
    expect(await nonce()).toBe(before);
    expect(existsSync(manifestPath)).toBe(false);

    const sent = await run(...options, "--send");
    expect(sent.status, sent.text).toBe(0);
    const manifest = deployment.parse(JSON.parse(readFileSync(manifestPath, "utf8")));
    expect(manifest).toMatchObject({ chainId: 84_532, sandbox: false });
    expect(manifest.contracts.poolManager).toBe(PERIPHERY["base-sepolia"].poolManager);
    expect(manifest.startBlock).toBeGreaterThan(0);
    const hook = { address: manifest.contracts.launchHook, abi: launchHookAbi } as const;
    expect(await anvil.client.readContract({ ...hook, functionName: "launchpad" })).toBe(
      manifest.contracts.launchpad,
    );
    const pad = { address: manifest.contracts.launchpad, abi: launchpadAbi } as const;
    expect(await anvil.client.readContract({ ...pad, functionName: "owner" })).toBe(OWNER);
    const [key, owner] = await Promise.all(
      [operator.address, OWNER].map((account) =>
        anvil.client.readContract({ ...pad, functionName: "isLauncher", args: [account] }),
      ),
    );
    expect({ key, owner }).toEqual({ key: true, owner: false });
    const price = await anvil.client.readContract({ ...pad, functionName: "price" });
    const heartbeat = {
      address: price,
      abi: marketCapPriceAbi,
      functionName: "heartbeat",
    } as const;
    expect(await anvil.client.readContract(heartbeat)).toBe(
      BigInt((FEEDS["base-sepolia"].ethUsd?.heartbeatSeconds ?? 0) + 1_200),
    );

    const after = await nonce();
    const verification = path.join(
      ...[folder, "base-sepolia-verification", manifest.contracts.launchpad, "contracts.json"],
    );
    const written = readFileSync(verification, "utf8");
    const repeated = [
      [],
      ["--heartbeat", "7200"],
      ["--owner-feed", "2700", "--feed-setter", SETTER],
    ];
    for (const others of repeated) {
      const again = await run(...options, ...others, "--send");
      expect(again.status, again.text).toBe(0);
      expect(again.text).toContain("already deployed");
      expect(await nonce()).toBe(after);
      expect(readFileSync(verification, "utf8")).toBe(written);
    }

    // An interruption before the verification input was written: only the same options write it.
    rmSync(verification);
    const wrong = await run(...options, "--heartbeat", "7200", "--send");
    expect(wrong.status).toBe(1);
    expect(wrong.text).toContain("no verification input was written");
    // It sends nothing, so it needs neither a current price nor a balance.
    const balance = await anvil.client.getBalance({ address: operator.address });
    await anvil.test.setBalance({ address: operator.address, value: 0n });
    await anvil.test.increaseTime({ seconds: 3 * 86_400 });
    await anvil.test.mine({ blocks: 1 });
    const completed = await run(...options, "--send");
    expect(completed.status, completed.text).toBe(0);
    await anvil.test.setBalance({ address: operator.address, value: balance });
    expect(readFileSync(verification, "utf8")).toBe(written);
    expect(await nonce()).toBe(after);
  });

  it("deploys a feed that the service sets on a chain without one", async () => {
    const manifestPath = path.join(folder, "own-feed.json");
    const feed = ["--owner-feed", "2900", "--feed-setter", SETTER];
    const sent = await run(
      "--manifest",
      manifestPath,
      "--owner",
      OWNER,
      NO_SEQUENCER,
      ...feed,
      "--send",
    );
    expect(sent.status, sent.text).toBe(0);
    expect(sent.text).toContain("2900 USD");
    const { contracts } = deployment.parse(JSON.parse(readFileSync(manifestPath, "utf8")));
    const pad = { address: contracts.launchpad, abi: launchpadAbi } as const;
    const price = await anvil.client.readContract({ ...pad, functionName: "price" });
    const source = { address: price, abi: marketCapPriceAbi, functionName: "feed" } as const;
    const address = await anvil.client.readContract(source);
    const abi = parseAbi([
      "function setter() view returns (address)",
      "function owner() view returns (address)",
    ]);
    expect(await anvil.client.readContract({ address, abi, functionName: "setter" })).toBe(SETTER);
    expect(await anvil.client.readContract({ address, abi, functionName: "owner" })).toBe(OWNER);

    // As after an interruption that lasted longer than an answer of the feed is accepted.
    await anvil.test.increaseTime({ seconds: 3 * 3_600 });
    await anvil.test.mine({ blocks: 1 });
    const resumed = await run(
      ...["--manifest", path.join(folder, "resumed.json"), "--owner", OWNER, NO_SEQUENCER, ...feed],
      ...["--launcher", LAUNCHER, "--send"],
    );
    expect(resumed.status, resumed.text).toBe(0);
    expect(resumed.text).toMatch(/2900 USD, 10\d{3} s old, STALE: launches fail until/);
  });
});
