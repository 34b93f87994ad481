import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createPublicClient,
  createWalletClient,
  erc20Abi,
  http,
  multicall3Abi,
  parseAbi,
  parseEther,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { base } from "viem/chains";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadArtifact } from "@/contracts/script/build/artifact";
import { PERIPHERY } from "@/contracts/script/deploy/chain-config";
import { CHAIN_SLUGS, CHAINS } from "@/lib/shared/chains";
import { MULTICALL3 } from "@/sandbox/chain/place-predeploys";
import { type SandboxChain, startChain } from "@/sandbox/chain/start-chain";
import { receiptOf } from "../setup/chain/receipt-of";

const wethAbi = parseAbi([
  "function deposit() payable",
  "function withdraw(uint256 amount)",
  "function transfer(address to, uint256 amount) returns (bool)",
]);
const WETH = PERIPHERY.base.weth;

describe.each(CHAIN_SLUGS)("the sandbox of %s", (slug) => {
  it("has Multicall3 and wrapped ether at the addresses of the real chain", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "slipway predeploys-"));
    const { chainId } = CHAINS[slug];
    const chain = await startChain({ dataDir, slug, chainId, faucetToken: "x", log: () => {} });
    try {
      const client = createPublicClient({ transport: http(chain.url) });
      for (const [address, contract] of [
        [MULTICALL3, "Multicall3"],
        [PERIPHERY[slug].weth, "WrappedEther"],
      ] as const) {
        // Neither has an argument of its constructor or an immutable: its creation code ends with its code.
        const code = (await client.getCode({ address })) ?? "none";
        expect(code.length).toBeGreaterThan(1_000);
        expect(loadArtifact(contract).bytecode.endsWith(code.slice(2))).toBe(true);
      }
    } finally {
      await chain.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

describe("libraries' defaults", () => {
  let dataDir: string;
  let chain: SandboxChain;
  const account = privateKeyToAccount(generatePrivateKey());
  const start = () =>
    startChain({ dataDir, slug: "base", chainId: base.id, faucetToken: "x", log: () => {} });
  // viem uses the Multicall3 address of its own chain definition.
  const clients = () => {
    const options = { chain: base, transport: http(chain.url), cacheTime: 0 } as const;
    return {
      client: createPublicClient(options),
      wallet: createWalletClient({ ...options, account }),
    };
  };

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "slipway predeploys-"));
    chain = await start();
    await chain.node.fund(account.address, parseEther("10"));
  });
  afterAll(async () => {
    await chain.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const read = (functionName: "name" | "symbol" | "decimals" | "totalSupply") =>
    ({ address: WETH, abi: erc20Abi, functionName }) as const;

  it("wrap and unwrap ether, also after the node was killed", async () => {
    const { client, wallet } = clients();
    const weth = { address: WETH, abi: wethAbi } as const;
    const deposit = await wallet.writeContract({
      ...weth,
      functionName: "deposit",
      value: parseEther("2"),
    });
    expect((await receiptOf(client, deposit)).status).toBe("success");
    await chain.stop();
    chain = await start();
    const { client: again, wallet: sender } = clients();
    const withdraw = await sender.writeContract({
      ...weth,
      functionName: "withdraw",
      args: [parseEther("0.5")],
    });
    expect((await receiptOf(again, withdraw)).status).toBe("success");
    const held = await again.readContract({
      address: WETH,
      abi: erc20Abi,
      functionName: "balanceOf",
      args: [account.address],
    });
    expect(held).toBe(parseEther("1.5"));
    expect(await again.readContract(read("totalSupply"))).toBe(parseEther("1.5"));
  });

  it("read many values by viem's multicall, with errors per call", async () => {
    const { client } = clients();
    const results = await client.multicall({
      contracts: [
        read("name"),
        read("symbol"),
        read("decimals"),
        { address: MULTICALL3, abi: multicall3Abi, functionName: "getCurrentBlockTimestamp" },
        { address: MULTICALL3, abi: erc20Abi, functionName: "symbol" },
      ],
    });
    expect(results.map(({ status }) => status)).toEqual([
      "success",
      "success",
      "success",
      "success",
      "failure",
    ]);
    expect(results.slice(0, 3).map(({ result }) => result)).toEqual(["Wrapped Ether", "WETH", 18]);
    const block = await client.getBlock();
    expect(results[3]?.result).toBeGreaterThanOrEqual(block.timestamp);
  });

  it("batch single reads into one call", async () => {
    const batched = createPublicClient({
      chain: base,
      transport: http(chain.url),
      batch: { multicall: true },
    });
    const [name, symbol] = await Promise.all([
      batched.readContract(read("name")),
      batched.readContract(read("symbol")),
    ]);
    expect([name, symbol]).toEqual(["Wrapped Ether", "WETH"]);
  });
});
