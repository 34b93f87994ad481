import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  parseAbi,
  parseAbiParameters,
  parseEther,
  zeroAddress,
} from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { upgradeRouter } from "@/contracts/script/deploy/upgrade-router";
import { deployment } from "@/lib/schemas/deployment";
import { type Launchpad, startLaunchpad } from "../../setup/chain/launchpad";
import { receiptOf } from "../../setup/chain/receipt-of";

const routerAbi = parseAbi([
  "function execute(bytes commands, bytes[] inputs, uint256 deadline) payable",
]);
const PATH_SWAP = parseAbiParameters([
  "Swap swap",
  "struct Swap { address currencyIn; Hop[] path; uint128 amountIn; uint128 minimumOut; }",
  "struct Hop { address currencyOut; uint24 fee; int24 tickSpacing; address hooks; bytes hookData; }",
]);
const CURRENCY_AMOUNT = parseAbiParameters("address currency, uint256 amount");
/** SWAP_EXACT_IN, SETTLE_ALL, TAKE_ALL: the actions that the v4 SDK's planner encodes for a trade. */
const ACTIONS: Hex = "0x070c0f";
const ONE_ETH = parseEther("1");

let pad: Launchpad;
beforeAll(async () => {
  pad = await startLaunchpad();
});
afterAll(() => pad.stop());

/** A swap along a path, as Universal Router 2.0 decodes it. */
function pathSwap(token: Address, amountIn: bigint): Hex {
  const hop = {
    currencyOut: token,
    fee: 0,
    tickSpacing: 60,
    hooks: pad.contracts.launchHook,
    hookData: "0x" as const,
  };
  const swap = { currencyIn: zeroAddress, path: [hop], amountIn, minimumOut: 1n };
  const input = encodeAbiParameters(parseAbiParameters("bytes actions, bytes[] params"), [
    ACTIONS,
    [
      encodeAbiParameters(PATH_SWAP, [swap]),
      encodeAbiParameters(CURRENCY_AMOUNT, [zeroAddress, amountIn]),
      encodeAbiParameters(CURRENCY_AMOUNT, [token, 1n]),
    ],
  ]);
  const deadline = 2n ** 40n;
  return encodeFunctionData({
    abi: routerAbi,
    functionName: "execute",
    args: [concatHex(["0x10"]), [input], deadline],
  });
}

async function buyAlongPath(token: Address, universalRouter: Address): Promise<bigint> {
  const { wallet, address } = await pad.anvil.funded();
  const data = pathSwap(token, ONE_ETH);
  const hash = await wallet.sendTransaction({ to: universalRouter, data, value: ONE_ETH });
  expect((await receiptOf(pad.client, hash)).status).toBe("success");
  return pad.client.readContract({
    address: token,
    abi: erc20Abi,
    functionName: "balanceOf",
    args: [address],
  });
}

describe("the sandbox's Universal Router", () => {
  it("is version 2.0 as on Base: it accepts a path swap in that layout", async () => {
    expect(pad.universalRouterVersion).toBe("2.0");
    const { token } = await pad.launch(pad.operator.account.address);
    expect(await buyAlongPath(token, pad.contracts.universalRouter)).toBeGreaterThan(0n);
  });

  it("replaces the router of an older sandbox and keeps its tokens and state", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "slipway-older-"));
    try {
      const manifestPath = path.join(folder, "base-sepolia.json");
      const { token } = await pad.launch(pad.operator.account.address);
      const { universalRouter, ...kept } = pad.contracts;
      const older = {
        chainId: pad.anvil.chainId,
        slug: "base-sepolia",
        sandbox: true,
        startBlock: 3,
        deployedAt: "2026-01-01T00:00:00.000Z",
        contracts: { ...kept, universalRouter: pad.contracts.v4Quoter, ethUsdFeed: zeroAddress },
      };
      writeFileSync(manifestPath, JSON.stringify(older));
      const read = () => JSON.parse(readFileSync(manifestPath, "utf8"));
      expect(deployment.safeParse(read()).error?.issues).toMatchObject([
        { path: [0, "universalRouterVersion"] },
      ]);
      const input = {
        rpcUrl: pad.anvil.rpcUrl,
        chainId: pad.anvil.chainId,
        slug: "base-sepolia",
        privateKey: pad.operatorKey,
        manifestPath,
      } as const;
      expect(await upgradeRouter(input)).toBe(true);
      expect(read()).toEqual({
        ...older,
        universalRouterVersion: "2.0",
        contracts: { ...older.contracts, universalRouter },
      });
      expect(await buyAlongPath(token, universalRouter)).toBeGreaterThan(0n);
      expect(await upgradeRouter(input)).toBe(false);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("does not change a chain without a manifest", async () => {
    const manifestPath = path.join(tmpdir(), "slipway-no-such-manifest.json");
    const { chainId, rpcUrl } = pad.anvil;
    const input = { rpcUrl, chainId, slug: "base-sepolia", privateKey: pad.operatorKey } as const;
    expect(await upgradeRouter({ ...input, manifestPath })).toBe(false);
  });
});
