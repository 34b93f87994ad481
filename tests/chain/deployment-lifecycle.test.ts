import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Address, type Hex, keccak256, parseEther, stringToHex } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { compile } from "@/contracts/script/build/compile";
import { FEEDS, PERIPHERY, PRODUCTION_SETTINGS } from "@/contracts/script/deploy/chain-config";
import { chooseFeed } from "@/contracts/script/deploy/choose-feed";
import {
  CREATE2_FACTORY,
  priceArguments,
  stepFor,
} from "@/contracts/script/deploy/plan-deployment";
import { createLaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import { type Deployment, deployment } from "@/lib/schemas/deployment";
import { launchpadAbi } from "@/lib/shared/abi/launchpad";
import { quoteTrade } from "@/lib/web/trade/quote-trade";
import { type Anvil, startAnvil } from "../setup/chain/anvil";
import { contractCommand } from "../setup/chain/contract-command";
import { newAddress } from "../setup/chain/new-address";
import { pretendToBe } from "../setup/chain/pretend-chain";
import { receiptOf } from "../setup/chain/receipt-of";
import { createMultisig } from "../setup/multisig/create-multisig";

/**
 * A deployment to a chain that resembles Base, by the commands of docs/production.md: a multisig owns
 * the launchpad, hands it over, pauses it, and a second generation replaces it.
 */

type Command = Awaited<ReturnType<typeof contractCommand>>;
type Multisig = Awaited<ReturnType<typeof createMultisig>>;

let anvil: Anvil;
let folder: string;
let manifest: string;
let service: Awaited<ReturnType<Anvil["funded"]>>;
let safe: Multisig;
let nextSafe: Multisig;
let deploy: Command;
let admin: Command;

const NEXT_LAUNCHER = newAddress();
const read = (): Deployment => deployment.parse(JSON.parse(readFileSync(manifest, "utf8")));
const onNewest = () => ({ address: read().contracts.launchpad, abi: launchpadAbi }) as const;
const verificationSchema = z.object({
  contracts: z.array(
    z.object({
      name: z.string(),
      address: z.custom<Address>((value) => typeof value === "string"),
      constructorArguments: z.string(),
    }),
  ),
});

/** Runs an admin command as the owner: dry run, file, multisig. */
async function asOwner(multisig: Multisig, ...options: string[]): Promise<string> {
  const file = path.join(folder, `${options[0]}.json`);
  const { status, text } = await admin(...options, "--json", file);
  expect(status, text).toBe(0);
  await multisig.execute(file);
  return text;
}

function serviceChain() {
  return createLaunchChain({
    chain: "base",
    rpcUrls: [anvil.rpcUrl],
    privateKey: service.privateKey,
    deployment: read(),
  });
}

/** Launches with the server wallet, as the service does. */
async function launch(name: string): Promise<Address> {
  const chain = serviceChain();
  const call = chain.launchCall({
    name,
    symbol: "REHEARSE",
    tokenUri: "ipfs://bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku",
    creator: service.address,
    feeShareBps: 8_000,
    marketCapUsdc: 10_000_000_000n,
    launchId: keccak256(stringToHex(name)),
    treasury: { kind: "none" },
  });
  const gas = await chain.estimateGas(call);
  const { status } = await receiptOf(
    anvil.client,
    await service.wallet.sendTransaction({ ...call, gas }),
  );
  expect(status).toBe("success");
  const token = await chain.findToken(keccak256(stringToHex(name)));
  if (token === null) throw new Error(`${name} was not launched`);
  return token;
}

async function quoteOf(token: Address, generation: Deployment["generations"][number]) {
  const order = { side: "buy", token, amountIn: parseEther("0.1") } as const;
  return (await quoteTrade(anvil.client, generation.contracts, order)).amountOut;
}

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 8_453 });
  folder = mkdtempSync(path.join(tmpdir(), "slipway-lifecycle-"));
  manifest = path.join(folder, "base.json");
  [service, safe, nextSafe] = await Promise.all([
    anvil.funded(),
    createMultisig(anvil),
    createMultisig(anvil),
    pretendToBe(anvil, "base"),
  ]);
  const variables = () => ({
    RPC_URL_BASE: anvil.rpcUrl,
    SERVER_WALLET_PRIVATE_KEY: service.privateKey,
    DEPLOYMENTS_DIR: folder,
  });
  const base =
    (command: Command) =>
    (...options: string[]) =>
      command(...options, "--chain", "base");
  deploy = base(await contractCommand("deploy", variables));
  admin = base(await contractCommand("admin", variables));
});
afterAll(async () => {
  await anvil.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("a deployment owned by a multisig", () => {
  it("uses Base's contracts and feeds, and gives the service's key only the right to launch", async () => {
    const sent = await deploy("--owner", safe.address, "--send");
    expect(sent.status, sent.text).toBe(0);
    expect(sent.text).not.toContain("not a multisig");
    expect(read().contracts.poolManager).toBe(PERIPHERY.base.poolManager);
    const token = await launch("Under Base's contracts");
    expect(await quoteOf(token, read())).toBeGreaterThan(0n);
    const status = await admin("status", "--json", "-");
    expect(JSON.parse(status.stdout)).toMatchObject([
      {
        owner: safe.address,
        ownerIsContract: true,
        pendingOwner: null,
        isPaused: false,
        launchers: [service.address],
        price: { usd: 3_100, maxAgeSeconds: 2_400 },
      },
    ]);
  });

  it("cannot be administered with the service's key, or with one approval", async () => {
    const wrong = await admin("pause", "--send");
    expect(wrong.text).toContain("set CONTRACTS_OWNER_PRIVATE_KEY, or use --json");
    await expect(
      anvil.client.simulateContract({
        ...onNewest(),
        functionName: "setPaused",
        args: [true],
        account: service.address,
      }),
    ).rejects.toThrow("OwnableUnauthorizedAccount");
    const file = path.join(folder, "one-approval.json");
    expect((await admin("pause", "--json", file)).status).toBe(0);
    await expect(safe.execute(file, 1)).rejects.toThrow("NotApproved");
    const lone = await admin("pause");
    expect(lone.text).toContain("dry run: nothing was sent");
    expect(await anvil.client.readContract({ ...onNewest(), functionName: "paused" })).toBe(false);
  });

  it("verifies every contract, those that others create and a token included", async () => {
    const token = await launch("Verified");
    const added = await admin("verify-token", "--token", token);
    expect(added.status, added.text).toBe(0);
    const input = path.join(folder, "base-verification", read().contracts.launchpad);
    const { contracts } = verificationSchema.parse(
      JSON.parse(readFileSync(path.join(input, "contracts.json"), "utf8")),
    );
    const names = contracts.map(({ name }) => name.split(":")[1]).sort();
    expect(names).toEqual([
      "AddressFeeSplitManager",
      "DynamicAddressFeeSplitManager",
      "FeeStream",
      "LaunchHook",
      "LaunchLens",
      "LaunchToken",
      "Launchpad",
      "ManagerFactory",
      "MarketCapPrice",
      "RevenueManager",
      "TokenFactory",
    ]);
    const compiled = compile();
    for (const { name, address, constructorArguments } of contracts) {
      const contract = compiled[name.split(":")[1] ?? ""];
      expect(contract, name).toBeDefined();
      const found = await anvil.client.getCode({ address });
      const code: Hex = `0x${(contract?.bytecode ?? "0x").slice(2)}${constructorArguments}`;
      const made = await constructAt(address, code, name);
      expect(sizeOf(made), name).toBe(sizeOf(found));
      // A second construction at the same address would create its parts at other addresses.
      if (!/:(LaunchHook|ManagerFactory)$/.test(name)) expect(made, name).toBe(found);
    }
  });

  it("changes launchers and hands over in two steps", async () => {
    const launcher = ["--launcher", NEXT_LAUNCHER, "--allowed"];
    await asOwner(safe, "set-launcher", ...launcher, "true");
    const isLauncher = {
      ...onNewest(),
      functionName: "isLauncher",
      args: [NEXT_LAUNCHER],
    } as const;
    expect(await anvil.client.readContract(isLauncher)).toBe(true);
    const refused = await admin("transfer-owner", "--to", NEXT_LAUNCHER);
    expect(refused.status).toBe(2);
    expect(refused.text).toContain("is a launcher: its key is on servers");
    await asOwner(safe, "set-launcher", ...launcher, "false");
    expect(await anvil.client.readContract(isLauncher)).toBe(false);

    expect((await admin("accept")).text).toContain("no ownership transfer");
    await asOwner(safe, "transfer-owner", "--to", nextSafe.address);
    const owner = { ...onNewest(), functionName: "owner" } as const;
    expect(await anvil.client.readContract(owner)).toBe(safe.address);
    await asOwner(nextSafe, "accept");
    expect(await anvil.client.readContract(owner)).toBe(nextSafe.address);
  });

  it("limits first buys to a share of the supply", async () => {
    const limit = { ...onNewest(), functionName: "maxFirstBuyBps" } as const;
    expect(await anvil.client.readContract(limit)).toBe(500);
    for (const percent of ["20.01", "-1", "1.234", "five", ""]) {
      const refused = await admin("set-first-buy", `--percent=${percent}`);
      expect(refused.status, percent).toBe(2);
      expect(refused.text).toContain("--percent 0 to 20");
    }
    for (const [percent, bps] of [
      ["2.5", 250],
      ["0", 0],
    ] as const) {
      await asOwner(nextSafe, "set-first-buy", "--percent", percent);
      expect(await anvil.client.readContract(limit)).toBe(bps);
    }
    const status = await admin("status", "--json", "-");
    expect(JSON.parse(status.stdout)).toMatchObject([{ firstBuyPercent: 0 }]);
  });

  it("replaces the price source, and creates it in the same batch", async () => {
    const price = { ...onNewest(), functionName: "price" } as const;
    const before = await anvil.client.readContract(price);
    const text = await asOwner(nextSafe, "set-price", "--heartbeat", "3600");
    expect(text).toContain("ETH / USD, 8 decimals, 3100 USD");
    expect(await anvil.client.readContract(price)).not.toBe(before);
    await asOwner(nextSafe, "set-price", "--price", before);
    expect(await anvil.client.readContract(price)).toBe(before);
    const none = await admin("set-price", "--price", PERIPHERY.base.permit2);
    expect(none.status).toBe(1);
  });

  it("rejects the owner and launchers as the setter of a feed", async () => {
    const own = ["--owner-feed", "3000", "--feed-setter"];
    for (const account of [nextSafe.address, service.address]) {
      for (const refused of [
        await admin("set-feed-setter", "--setter", account.toLowerCase()),
        await admin("set-price", ...own, account),
      ]) {
        expect(refused.status, refused.text).toBe(2);
        expect(refused.text).toContain(`${account} is the owner or a launcher`);
      }
    }
  });

  it("prints the settings of a price source that was created elsewhere, and the age of its own feed", async () => {
    const { wallet } = await anvil.funded();
    const create = async ({ address, data }: { address: Address; data: Hex }) => {
      await receiptOf(anvil.client, await wallet.sendTransaction({ to: CREATE2_FACTORY, data }));
      return address;
    };
    const { ethUsd } = FEEDS.base;
    if (ethUsd === null) throw new Error("Base has no known feed");
    const settings = { ...PRODUCTION_SETTINGS.price, minUsd: 3_000n, maxUsd: 3_200n };
    const bounds = { heartbeatSeconds: 77, minMarketCapUsdc: 150_000_000n };
    const args = priceArguments(ethUsd.address, { ...settings, ...bounds });
    const price = await create(stepFor("marketCapPrice", "MarketCapPrice", args));
    const { text } = await admin("set-price", "--price", price);
    expect(text).toContain("which returns 3100 USD; accepted: 3000 to 3200 USD, at most 77 s old");
    expect(text).toContain("no sequencer uptime feed; market caps of 150 to ");

    const setter = newAddress();
    const own = ["--owner-feed", "3000", "--feed-setter", setter];
    const options = { "owner-feed": "3000", "feed-setter": setter };
    const terms = { ...options, "without-sequencer-feed": false };
    expect((await admin("set-price", ...own)).text).toContain("a new feed of 3000 USD");
    const { ownFeed } = chooseFeed("base", terms, nextSafe.address);
    if (ownFeed === null) throw new Error("no feed was chosen");
    await create(ownFeed);
    await anvil.test.increaseTime({ seconds: 3 * 3_600 });
    await anvil.test.mine({ blocks: 1 });
    const { text: old } = await admin("set-price", ...own);
    expect(old).toMatch(/3000 USD, 10\d{3} s old, STALE: launches fail until/);
  });

  it("is retired for a second generation, and its tokens keep trading", async () => {
    const [first] = read().generations;
    if (first === undefined) throw new Error("nothing is deployed");
    const old = await launch("Older");
    const { launchpad } = first.contracts;
    const options = ["--owner", nextSafe.address, "--replaces", launchpad];
    expect((await deploy(...options)).text).toContain("dry run");
    const sent = await deploy(...options, "--send");
    expect(sent.status, sent.text).toBe(0);
    const { generations } = read();
    expect(generations).toHaveLength(2);
    expect(generations[0]).toEqual(first);

    await asOwner(nextSafe, "pause", "--launchpad", launchpad);
    const fresh = await launch("Newer");
    const [, second] = generations;
    if (second === undefined) throw new Error("the second generation is missing");
    expect(await quoteOf(old, first)).toBeGreaterThan(0n);
    expect(await quoteOf(fresh, second)).toBeGreaterThan(0n);
    const { stdout } = await admin("status", "--json", "-");
    expect(JSON.parse(stdout)).toMatchObject([
      { launchpad: second.contracts.launchpad, isNewest: true, isPaused: false },
      { launchpad, isNewest: false, isPaused: true },
    ]);

    const again = await deploy(...options, "--send");
    expect(again.text).toContain("already deployed");
    expect(read().generations).toHaveLength(2);
    const wrong = await deploy("--owner", nextSafe.address, "--replaces", safe.address, "--send");
    expect(wrong.text).toContain(`the newest launchpad of ${manifest} is`);
  });
});

const sizeOf = (code: Hex | undefined) => (code?.length ?? 2) / 2 - 1;

/** Runs a constructor at the address of its contract. @returns the code that it creates */
async function constructAt(address: Address, code: Hex, name: string): Promise<Hex | undefined> {
  const { launchHook } = read().contracts;
  const { data } = await anvil.client.call({
    to: address,
    // The creator of a fee stream is its hook.
    ...(name.endsWith(":FeeStream") ? { account: launchHook } : {}),
    stateOverride: [{ address, code }],
  });
  return data;
}
