import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { type Address, concat, getCreate2Address, keccak256, stringToHex } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { initCode } from "@/contracts/script/build/artifact";
import { CREATE2_FACTORY, ZERO_SALT } from "@/contracts/script/deploy/plan-deployment";
import { createLaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import { setFeedPrices } from "@/lib/features/chains/set-feed-prices";
import { deployment } from "@/lib/schemas/deployment";
import { type Anvil, startAnvil } from "../setup/chain/anvil";
import { contractCommand } from "../setup/chain/contract-command";
import { pretendToBe } from "../setup/chain/pretend-chain";
import { receiptOf } from "../setup/chain/receipt-of";

/** A chain without a feed: the service copies the price of another chain's feed. */

const HOUR = 3_600;
let anvil: Anvil;
let source: Anvil;
let folder: string;
let chain: ReturnType<typeof createLaunchChain>;
let sourceFeed: Address;

const log = pino({ level: "silent" });
const run = () => setFeedPrices({ ctx: { chains: { robinhood: chain }, log } });

/** A feed on the source chain that becomes old like a provider's. */
async function placeSource(usd: number): Promise<void> {
  const { wallet, address } = await source.funded();
  const unit = 100_000_000n;
  const code = initCode("BoundedEthUsdFeed", [
    address,
    address,
    BigInt(usd) * unit,
    unit,
    1_000_000n * unit,
  ]);
  const hash = await wallet.sendTransaction({
    to: CREATE2_FACTORY,
    data: concat([ZERO_SALT, code]),
  });
  await receiptOf(source.client, hash);
  sourceFeed = getCreate2Address({ from: CREATE2_FACTORY, salt: ZERO_SALT, bytecode: code });
}

async function wait(node: Anvil, seconds: number): Promise<void> {
  await node.test.increaseTime({ seconds });
  await node.test.mine({ blocks: 1 });
}

let opened = 0;
/** A new reader: an answer of the feed is reused for some seconds. */
function open(privateKey: `0x${string}`, setterKey: `0x${string}`, manifest: string) {
  return createLaunchChain({
    chain: "robinhood",
    rpcUrls: [anvil.rpcUrl],
    privateKey,
    deployment: deployment.parse(JSON.parse(readFileSync(manifest, "utf8"))),
    feedSource: { privateKey: setterKey, rpcUrl: source.rpcUrl, feed: sourceFeed },
  });
}

let reopen: () => void;
const launch = () => {
  opened += 1;
  return chain.estimateGas(
    chain.launchCall({
      name: "Priced",
      symbol: "PRICE",
      tokenUri: "",
      creator: chain.serverWallet,
      feeShareBps: 8_000,
      marketCapUsdc: 10_000_000_000n,
      launchId: keccak256(stringToHex(String(opened))),
      treasury: { kind: "none" },
    }),
  );
};
const usdNow = async () => {
  reopen();
  return Number((await chain.readPriceFeed()).usdE8) / 1e8;
};

beforeAll(async () => {
  [anvil, source] = await Promise.all([startAnvil({ chainId: 4_663 }), startAnvil()]);
  folder = mkdtempSync(path.join(tmpdir(), "slipway-feed-"));
  const manifest = path.join(folder, "robinhood.json");
  const [service, setter, owner] = await Promise.all([
    anvil.funded(),
    anvil.funded(),
    anvil.funded(),
    pretendToBe(anvil, "robinhood"),
    placeSource(3_100),
  ]);
  const deploy = await contractCommand("deploy", () => ({
    RPC_URL_ROBINHOOD: anvil.rpcUrl,
    SERVER_WALLET_PRIVATE_KEY: service.privateKey,
    DEPLOYMENTS_DIR: folder,
  }));
  const feed = ["--owner-feed", "3000", "--feed-setter", setter.address];
  const options = ["--owner", owner.address, "--without-sequencer-feed", ...feed, "--send"];
  const sent = await deploy("--chain", "robinhood", ...options);
  expect(sent.status, sent.text).toBe(0);
  reopen = () => {
    chain = open(service.privateKey, setter.privateKey, manifest);
  };
  reopen();
});
afterAll(async () => {
  await Promise.all([anvil.stop(), source.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

describe("a feed that the service sets", () => {
  it("stops launches when nobody sets it, and the job lets them continue", async () => {
    await expect(launch()).resolves.toBeGreaterThan(0n);
    await run();
    expect(await usdNow(), "set too recently").toBe(3_000);
    await wait(anvil, 2 * HOUR);
    await expect(launch()).rejects.toThrow("StaleAnswer");
    reopen();
    await run();
    expect(await usdNow()).toBe(3_100);
    expect((await chain.readPriceFeed()).ageSeconds).toBeLessThan(HOUR);
    await expect(launch()).resolves.toBeGreaterThan(0n);
  });

  it("follows a large change in steps that the feed accepts", async () => {
    await placeSource(6_000);
    const seen: number[] = [];
    for (let step = 0; step < 4; step += 1) {
      await wait(anvil, 300);
      reopen();
      await run();
      seen.push(await usdNow());
    }
    expect(seen).toEqual([3_720, 4_464, 5_356.8, 6_000]);
  });

  it("sets nothing from an old source, and reports that", async () => {
    await placeSource(5_000);
    await wait(source, 2 * HOUR);
    await wait(anvil, HOUR);
    reopen();
    await expect(run()).rejects.toThrow(/the source feed 0x\w+ is \d+ s old/);
    expect(await usdNow()).toBe(6_000);
  });

  it("leaves a feed alone that has another setter", async () => {
    const { privateKey } = await anvil.funded();
    const manifest = path.join(folder, "robinhood.json");
    chain = open(privateKey, privateKey, manifest);
    await run();
    expect(await usdNow()).toBe(6_000);
  });
});
