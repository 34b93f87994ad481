import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Address, concat, getCreate2Address } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { initCode } from "@/contracts/script/artifact";
import { PERIPHERY } from "@/contracts/script/chain-config";
import { CREATE2_FACTORY, ZERO_SALT } from "@/contracts/script/plan-deployment";
import { deployment } from "@/lib/schemas/deployment";
import { launchHookAbi } from "@/lib/shared/abi/launch-hook";
import { type Anvil, startAnvil } from "../setup/anvil";

let anvil: Anvil;
let folder: string;
let operator: Awaited<ReturnType<Anvil["funded"]>>;
let feed: Address;

const root = path.join(import.meta.dirname, "../..");

/** Runs the command with settings in the environment and options as arguments. */
function run(...options: string[]) {
  const result = spawnSync(
    process.execPath,
    ["--import", "tsx", "contracts/script/deploy-cli.ts", "--chain", "base-sepolia", ...options],
    {
      cwd: root,
      encoding: "utf8",
      env: {
        NODE_ENV: "test",
        RPC_URL_BASE_SEPOLIA: anvil.rpcUrl,
        SERVER_WALLET_PRIVATE_KEY: operator.privateKey,
      },
    },
  );
  return { status: result.status, text: result.stdout + result.stderr };
}

const nonce = () => anvil.client.getTransactionCount({ address: operator.address });

/** An anvil that resembles the real chain: code at Uniswap's addresses, and a feed. */
beforeAll(async () => {
  anvil = await startAnvil();
  folder = mkdtempSync(path.join(tmpdir(), "slipway-cli-"));
  operator = await anvil.funded();
  for (const address of Object.values(PERIPHERY["base-sepolia"])) {
    await anvil.test.setCode({ address, bytecode: "0x00" });
  }
  const code = initCode("FixedEthUsdFeed", [310_000_000_000n]);
  feed = getCreate2Address({ from: CREATE2_FACTORY, salt: ZERO_SALT, bytecode: code });
  const hash = await operator.wallet.sendTransaction({
    to: CREATE2_FACTORY,
    data: concat([ZERO_SALT, code]),
  });
  await anvil.client.waitForTransactionReceipt({ hash });
});
afterAll(async () => {
  await anvil.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("contracts:deploy", () => {
  it("rejects an unknown chain, a missing feed and a feed of another pair", () => {
    const manifest = path.join(folder, "none.json");
    expect(run("--chain", "84532").text).toContain("--chain: base, base-sepolia or robinhood");
    expect(run("--manifest", manifest).text).toContain("--feed 0x");
    const wrong = run("--manifest", manifest, "--feed", PERIPHERY["base-sepolia"].permit2);
    expect(wrong.status).toBe(1);
    expect(existsSync(manifest)).toBe(false);
  });

  it("prints a plan, deploys on confirmation, and never deploys twice", async () => {
    const manifestPath = path.join(folder, "base-sepolia.json");
    const options = ["--manifest", manifestPath, "--feed", feed];
    const before = await nonce();
    const dry = run(...options);
    expect(dry.text).toContain("dry run: nothing was sent");
    expect(dry.text).toContain("ETH / USD, 8 decimals, 3100 USD");
    expect(dry.text).toMatch(/about \d+ gas, 0\.\d+ ETH/);
    expect(dry.status).toBe(0);
    expect(await nonce()).toBe(before);
    expect(existsSync(manifestPath)).toBe(false);

    const sent = run(...options, "--send");
    expect(sent.status, sent.text).toBe(0);
    const manifest = deployment.parse(JSON.parse(readFileSync(manifestPath, "utf8")));
    expect(manifest).toMatchObject({ chainId: 84_532, sandbox: false });
    expect(manifest.contracts.poolManager).toBe(PERIPHERY["base-sepolia"].poolManager);
    expect(manifest.startBlock).toBeGreaterThan(0);
    const hook = { address: manifest.contracts.launchHook, abi: launchHookAbi } as const;
    expect(await anvil.client.readContract({ ...hook, functionName: "wallThreshold" })).toBe(
      100_000_000_000_000_000n,
    );
    const input = path.join(folder, "base-sepolia-verification");
    const { contracts } = JSON.parse(readFileSync(path.join(input, "contracts.json"), "utf8"));
    expect(contracts).toHaveLength(6);
    const standard = JSON.parse(readFileSync(path.join(input, "standard-input.json"), "utf8"));
    expect(Object.keys(standard.sources)).toContain("contracts/src/LaunchHook.sol");

    const after = await nonce();
    const again = run(...options, "--send");
    expect(again.status, again.text).toBe(0);
    expect(again.text).toContain("already deployed");
    expect(await nonce()).toBe(after);
  });

  it("deploys its own feed on a chain without one", async () => {
    const manifestPath = path.join(folder, "own-feed.json");
    const sent = run("--manifest", manifestPath, "--owner-feed", "2900", "--send");
    expect(sent.status, sent.text).toBe(0);
    expect(sent.text).toContain("2900 USD");
    const { contracts } = deployment.parse(JSON.parse(readFileSync(manifestPath, "utf8")));
    expect(await anvil.client.getCode({ address: contracts.launchpad })).toBeDefined();
  });
});
