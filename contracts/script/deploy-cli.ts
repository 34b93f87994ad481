/**
 * `npm run contracts:deploy -- --chain base-sepolia --feed 0x… [--sequencer-feed 0x…] [--send]`
 *
 * Without `--send` it prints the plan and its cost. RPC URL and key come from the same variables as
 * for the service: RPC_URL_<CHAIN> and SERVER_WALLET_PRIVATE_KEY. Further options: --heartbeat
 * <seconds>, --owner-feed <usd> (deploys a bounded feed that the operator sets, for a chain without
 * one), --manifest <path>.
 */
import path from "node:path";
import { parseArgs } from "node:util";
import {
  type Address,
  concat,
  createPublicClient,
  formatEther,
  getAddress,
  getCreate2Address,
  type Hex,
  http,
  isAddress,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { readEnv } from "../../lib/env";
import { CHAINS, isChainSlug } from "../../lib/shared/chains";
import { initCode } from "./artifact";
import { PERIPHERY, PRODUCTION_SETTINGS, type Settings } from "./chain-config";
import { checkFeed } from "./check-feed";
import { deployContracts, planFor } from "./deploy";
import { CREATE2_FACTORY, ZERO_SALT } from "./plan-deployment";
import { projectRoot } from "./project-root";
import { sendCreate2 } from "./send-create2";
import { writeVerification } from "./verification";

/** Measured deployment gas per byte of init code. */
const GAS_PER_BYTE = 230n;

function address(name: string, value: string | undefined): Address | null {
  if (value === undefined) return null;
  if (!isAddress(value)) throw new Error(`--${name}: ${value} is not an address`);
  return getAddress(value);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      chain: { type: "string" },
      feed: { type: "string" },
      "sequencer-feed": { type: "string" },
      heartbeat: { type: "string", default: "3600" },
      "owner-feed": { type: "string" },
      manifest: { type: "string" },
      send: { type: "boolean", default: false },
    },
  });
  const slug = values.chain ?? "";
  if (!isChainSlug(slug)) throw new Error("--chain: base, base-sepolia or robinhood");
  const env = readEnv();
  const rpcUrl = env.rpcUrls(slug)?.[0];
  const privateKey = env.SERVER_WALLET_PRIVATE_KEY;
  if (rpcUrl === undefined || privateKey === undefined) {
    throw new Error("set the chain's RPC_URL_… and SERVER_WALLET_PRIVATE_KEY");
  }
  const { chainId } = CHAINS[slug];
  const client = createPublicClient({ transport: http(rpcUrl) });
  const operator = privateKeyToAccount(privateKey).address;
  if ((await client.getChainId()) !== chainId)
    throw new Error(`the RPC URL is not a node of ${slug}`);

  const heartbeatSeconds = Number(values.heartbeat);
  if (!Number.isInteger(heartbeatSeconds) || heartbeatSeconds < 60) {
    throw new Error("--heartbeat: whole seconds, at least 60");
  }
  const price = {
    ...PRODUCTION_SETTINGS.price,
    heartbeatSeconds,
    sequencerFeed:
      address("sequencer-feed", values["sequencer-feed"]) ??
      PRODUCTION_SETTINGS.price.sequencerFeed,
  };
  const settings: Settings = { ...PRODUCTION_SETTINGS, price };

  const given = address("feed", values.feed);
  const ownerFeedUsd = values["owner-feed"];
  const ownFeed =
    given === null && ownerFeedUsd !== undefined
      ? boundedFeed(operator, BigInt(ownerFeedUsd), price)
      : null;
  const feed = given ?? ownFeed?.address;
  if (feed === undefined) throw new Error("--feed 0x… (an ETH/USD feed) or --owner-feed <usd>");

  for (const [name, at] of Object.entries(PERIPHERY[slug])) {
    if ((await client.getCode({ address: at })) === undefined) {
      throw new Error(`${name} is not at ${at} on ${slug}`);
    }
  }
  const manifestPath =
    values.manifest ?? path.resolve(projectRoot(), env.DEPLOYMENTS_DIR, `${slug}.json`);
  const log = (line: string) => console.log(line);
  const input = {
    rpcUrl,
    chainId,
    slug,
    privateKey,
    manifestPath,
    sandbox: false,
    log,
    feed,
    settings,
  };
  const plan = planFor(input);

  const gasPrice = await client.getGasPrice();
  const balance = await client.getBalance({ address: operator });
  let gas = 0n;
  const rows = [...(ownFeed ? [ownFeed] : []), ...plan.steps];
  for (const step of rows) {
    const exists = (await client.getCode({ address: step.address })) !== undefined;
    const cost = exists ? 0n : 90_000n + (BigInt(step.data.length) / 2n) * GAS_PER_BYTE;
    gas += cost;
    log(`${exists ? "exists " : "deploy "} ${step.contract.padEnd(18)} ${step.address}`);
  }
  gas += 100_000n;
  log(`operator ${operator}, balance ${formatEther(balance)} ETH`);
  log(
    `about ${gas} gas, ${formatEther(gas * gasPrice)} ETH at the current gas price (L1 data fees of a rollup come on top)`,
  );
  if (given !== null) log(`feed ${given}: ${await checkFeed(client, given, price)}`);

  if (!values.send) {
    log("dry run: nothing was sent; repeat with --send");
    return;
  }
  if (balance < gas * gasPrice)
    throw new Error("the operator's balance does not cover the estimated cost");
  if (ownFeed) await sendCreate2({ rpcUrl, chainId, privateKey, ...ownFeed });
  if (ownFeed) log(`feed ${feed}: ${await checkFeed(client, feed, price)}`);
  await deployContracts(input);
  log(`verification input: ${writeVerification(rows, manifestPath)}`);
}

/** A feed that the operator sets; its address derives from its terms. */
function boundedFeed(owner: Address, usd: bigint, price: Settings["price"]) {
  const unit = 100_000_000n;
  const args = [owner, usd * unit, price.minUsd * unit, price.maxUsd * unit];
  const code = initCode("BoundedEthUsdFeed", args);
  return {
    contract: "BoundedEthUsdFeed" as const,
    args,
    address: getCreate2Address({ from: CREATE2_FACTORY, salt: ZERO_SALT, bytecode: code }),
    data: concat([ZERO_SALT, code]) satisfies Hex,
  };
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
