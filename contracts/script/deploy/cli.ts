/** `npm run contracts:deploy -- --chain <chain> --owner <address> …`; see USAGE. */
import { type Address, formatEther } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { addressOption, openTarget, runCommand, type Target, UsageError } from "../command";
import { requirePoolManager } from "../pool-manager-code";
import { PERIPHERY, PRODUCTION_SETTINGS } from "./chain-config";
import { describeFeed } from "./check-feed";
import { chooseFeed, FEED_OPTIONS, FEED_USAGE } from "./choose-feed";
import { deployContracts, isDeployed, planFor } from "./deploy";
import type { Step } from "./plan-deployment";
import { sendCreate2 } from "./send-create2";
import { hasVerification, writeVerification } from "./verification";

const USAGE = `Usage: npm run contracts:deploy -- --chain <chain> --owner <address> [options] [--send]

Without --send it is a dry run: it prints the plan and its cost. RPC_URL_<CHAIN> is the node, and the
account of SERVER_WALLET_PRIVATE_KEY pays for the deployment. Afterwards that account can launch, and
nothing else.

  --chain <chain>               base, base-sepolia or robinhood
  --owner <address>             owner of the launchpad: a multisig
  --launcher <address>          first launcher; default: the server wallet
  --force-same-owner            accept an owner that is the launcher or the deploying account
  --replaces <launchpad>        deploy the next generation next to the newest one of the manifest
${FEED_USAGE}
  --pool-manager-code-hash <h>  code hash of PoolManager that you compared yourself
  --manifest <path>             default: DEPLOYMENTS_DIR/<chain>.json
  --send                        deploy
  --help`;

/** Measured deployment gas per byte of init code. */
const GAS_PER_BYTE = 230n;

runCommand(
  USAGE,
  {
    chain: { type: "string" },
    owner: { type: "string" },
    launcher: { type: "string" },
    "force-same-owner": { type: "boolean", default: false },
    replaces: { type: "string" },
    "pool-manager-code-hash": { type: "string" },
    manifest: { type: "string" },
    send: { type: "boolean", default: false },
    ...FEED_OPTIONS,
  },
  async ({ values }) => {
    const target = await openTarget({ chain: values.chain, manifest: values.manifest });
    const { env, slug, client, manifestPath } = target;
    const privateKey = env.SERVER_WALLET_PRIVATE_KEY;
    if (privateKey === undefined) throw new UsageError("set SERVER_WALLET_PRIVATE_KEY");
    const deployer = privateKeyToAccount(privateKey).address;
    const owner = addressOption("owner", values.owner);
    if (owner === null) throw new UsageError("--owner 0x… (a multisig)");
    const launcher = addressOption("launcher", values.launcher) ?? deployer;
    if (!values["force-same-owner"]) requireSeparate(owner, { launcher, deployer });
    const setter = addressOption("feed-setter", values["feed-setter"]);
    if (setter !== null && [launcher, deployer, owner].includes(setter)) {
      throw new UsageError(
        "--feed-setter is the launcher, the deploying account or the owner: prices would take the nonces of its transactions. Name an account that does nothing else",
      );
    }
    const replaces = addressOption("replaces", values.replaces);
    const log = (line: string) => console.log(line);
    const generation = { ...target, ...(replaces === null ? {} : { replaces }) };
    const isFinished = await isDeployed(client, generation);
    if (isFinished) {
      log(`${slug}: already deployed, see ${manifestPath}`);
      // Without one, the deployment was interrupted right before its last step.
      if (!values.send || hasVerification(manifestPath)) return;
    }

    const chosen = chooseFeed(slug, values, owner);
    const { feed, price, ownFeed } = chosen;
    await requirePeriphery(target, values["pool-manager-code-hash"]);
    const input = {
      ...generation,
      privateKey,
      owner,
      launcher,
      sandbox: false,
      log,
      feed,
      settings: { ...PRODUCTION_SETTINGS, price },
    };
    const rows = [...(ownFeed ? [ownFeed] : []), ...planFor(input).steps];
    const costWei = await printPlan(target, rows, log);
    const ownerCode = await client.getCode({ address: owner });
    log(`owner ${owner}${ownerCode === undefined ? " (no code: not a multisig)" : ""}`);
    log(`launcher ${launcher}`);
    // Writing the verification input sends nothing: it needs neither a balance nor a current price.
    if (!isFinished) {
      const balance = await client.getBalance({ address: deployer });
      log(`deploying account ${deployer}, balance ${formatEther(balance)} ETH`);
      log(`feed ${feed}: ${await describeFeed(client, chosen)}`);
      if (!values.send) {
        log("dry run: nothing was sent; repeat with --send");
        return;
      }
      if (balance < costWei) {
        throw new Error("the deploying account's balance does not cover the estimated cost");
      }
      if (ownFeed) {
        await sendCreate2({ ...target, privateKey, ...ownFeed });
        log(`feed ${feed}: ${await describeFeed(client, chosen)}`);
      }
      await deployContracts(input);
    }
    log(`verification input: ${await writeVerification(client, rows, manifestPath)}`);
  },
);

/** The service's key is on every server: it must not hold the owner's rights. */
function requireSeparate(owner: Address, keys: { launcher: Address; deployer: Address }): void {
  if (owner !== keys.launcher && owner !== keys.deployer) return;
  const role = owner === keys.launcher ? "the launcher" : "the deploying account";
  throw new UsageError(
    `--owner is ${role}: anyone who steals the service's key could allow launchers and replace the price source. Name a multisig, or add --force-same-owner`,
  );
}

async function requirePeriphery(
  { slug, client }: Target,
  checkedHash: string | undefined,
): Promise<void> {
  for (const [name, address] of Object.entries(PERIPHERY[slug])) {
    const code = await client.getCode({ address });
    if (code === undefined) throw new Error(`${name} is not at ${address} on ${slug}`);
    if (name === "poolManager") requirePoolManager({ slug, address, code, checkedHash });
  }
}

/** @returns the estimated cost in wei */
async function printPlan(
  { client }: Target,
  rows: readonly Step[],
  log: (line: string) => void,
): Promise<bigint> {
  let gas = 100_000n;
  for (const { address, contract, data } of rows) {
    const exists = (await client.getCode({ address })) !== undefined;
    if (!exists) gas += 90_000n + (BigInt(data.length) / 2n) * GAS_PER_BYTE;
    log(`${exists ? "exists " : "deploy "} ${contract.padEnd(18)} ${address}`);
  }
  const costWei = gas * (await client.getGasPrice());
  log(
    `about ${gas} gas, ${formatEther(costWei)} ETH at the current gas price (L1 data fees of a rollup come on top)`,
  );
  return costWei;
}
