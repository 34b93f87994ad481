import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deployContracts } from "@/contracts/script/deploy/deploy";
import { deployment } from "@/lib/schemas/deployment";
import { launchHookAbi } from "@/lib/shared/abi/launch-hook";
import { launchpadAbi } from "@/lib/shared/abi/launchpad";
import { type Anvil, startAnvil } from "../setup/chain/anvil";

let anvil: Anvil;
let folder: string;

beforeAll(async () => {
  anvil = await startAnvil();
  folder = mkdtempSync(path.join(tmpdir(), "slipway-deploy-"));
});
afterAll(async () => {
  await anvil.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("deployContracts", () => {
  it("deploys the sandbox contracts once, complete and connected", async () => {
    const { privateKey, address } = await anvil.funded();
    const manifestPath = path.join(folder, "a", "base-sepolia.json");
    const lines: string[] = [];
    const input = {
      rpcUrl: anvil.rpcUrl,
      chainId: anvil.chainId,
      slug: "base-sepolia",
      privateKey,
      manifestPath,
      sandbox: true,
      log: (line: string) => lines.push(line),
    } as const;
    const started = performance.now();
    await deployContracts(input);
    const elapsedMs = performance.now() - started;
    const manifest = deployment.parse(JSON.parse(readFileSync(manifestPath, "utf8")));
    for (const contract of Object.values(manifest.contracts)) {
      expect(await anvil.client.getCode({ address: contract ?? "0x" })).toBeDefined();
    }
    const { launchpad, launchHook } = manifest.contracts;
    const read = { address: launchpad, abi: launchpadAbi } as const;
    expect(await anvil.client.readContract({ ...read, functionName: "owner" })).toBe(address);
    expect(
      await anvil.client.readContract({ ...read, functionName: "isLauncher", args: [address] }),
    ).toBe(true);
    expect(await anvil.client.readContract({ ...read, functionName: "hook" })).toBe(launchHook);
    expect(
      await anvil.client.readContract({
        address: launchHook,
        abi: launchHookAbi,
        functionName: "launchpad",
      }),
    ).toBe(launchpad);
    expect(BigInt(launchHook) & 0x3fffn).toBe(0x28ecn);
    expect(elapsedMs).toBeLessThan(20_000);

    const transactions = await anvil.client.getTransactionCount({ address });
    await deployContracts(input);
    expect(await anvil.client.getTransactionCount({ address })).toBe(transactions);

    rmSync(manifestPath);
    await deployContracts(input);
    expect(await anvil.client.getTransactionCount({ address })).toBe(transactions);
    const again = deployment.parse(JSON.parse(readFileSync(manifestPath, "utf8")));
    expect(again.contracts).toEqual(manifest.contracts);
  });
});
