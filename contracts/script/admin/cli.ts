/** `npm run contracts:admin -- <command> --chain <chain> …`; see USAGE. */
import { type Address, createWalletClient, defineChain, http } from "viem";
import { privateKeyToAccount, privateKeyToAddress } from "viem/accounts";
import { decodeRevert } from "@/lib/drivers/chain/decode-revert";
import { gasLimitFor } from "@/lib/features/budget/rules/gas-limit";
import { type Deployment, deployment } from "@/lib/schemas/deployment";
import { awaitReceipt } from "@/lib/shared/chain/await-receipt";
import { addressOption, openTarget, runCommand, type Target, UsageError } from "../command";
import { FEED_OPTIONS, FEED_USAGE } from "../deploy/choose-feed";
import { readJson, writeJson } from "../deploy/deploy";
import { safeBatch } from "../deploy/safe-transactions";
import { addTokenVerification } from "../deploy/verification";
import { ACTIONS, isActionName, type OwnerAction } from "./calls";
import { readStatus, statusLines } from "./status";

const USAGE = `Usage: npm run contracts:admin -- <command> --chain <chain> [options] [--json <file> | --send]

Commands that change something are dry runs: they simulate the calls as their sender and print them.
--json writes them for Safe's Transaction Builder. --send sends them with CONTRACTS_OWNER_PRIVATE_KEY,
for an owner that is not a multisig.

  status                                     owner, launchers, pause and feed of every generation
  transfer-owner --to <address>              first step; the new owner has to accept
  accept                                     second step, as the new owner
  set-launcher --launcher <address> --allowed true|false
  pause, resume                              launching only; trading and claims are never paused
  set-first-buy --percent <0 to 20>          largest part of the supply that a launch may buy
  set-price [--price <address>]              an existing price source, or a new one for a feed:
${FEED_USAGE}
  set-feed-setter --setter <address>         who may set a bounded feed
  verify-token --token <address>             adds a token to the verification input

  --chain <chain>         base, base-sepolia or robinhood
  --launchpad <address>   default: the newest of the manifest
  --manifest <path>       default: DEPLOYMENTS_DIR/<chain>.json
  --force-same-owner      accept a launcher as the new owner
  --json <file>           "-" writes to the standard output
  --send
  --help`;

runCommand(
  USAGE,
  {
    chain: { type: "string" },
    launchpad: { type: "string" },
    manifest: { type: "string" },
    to: { type: "string" },
    launcher: { type: "string" },
    allowed: { type: "string" },
    percent: { type: "string" },
    price: { type: "string" },
    setter: { type: "string" },
    token: { type: "string" },
    "force-same-owner": { type: "boolean", default: false },
    json: { type: "string" },
    send: { type: "boolean", default: false },
    ...FEED_OPTIONS,
  },
  async ({ values, positionals }) => {
    const [name = "", ...rest] = positionals;
    if (rest.length > 0) throw new UsageError(`one command at a time, not also ${rest.join(", ")}`);
    const isKnown = name === "status" || name === "verify-token" || isActionName(name);
    if (!isKnown) throw new UsageError(name === "" ? "name a command" : `unknown command ${name}`);
    const target = await openTarget({ chain: values.chain, manifest: values.manifest });
    const manifest = readJson(target.manifestPath);
    if (manifest === null) throw new Error(`${target.manifestPath} does not exist`);
    const deployed = deployment.parse(manifest);
    if (deployed.chainId !== target.chainId) {
      throw new Error(`${target.manifestPath} belongs to chain ${deployed.chainId}`);
    }
    if (name === "status") return printStatus(target, deployed, values);
    if (name === "verify-token") return verifyToken(target, values.token);
    if (!isActionName(name)) return;
    if (values.json !== undefined && values.send) throw new UsageError("either --json or --send");
    const launchpad = chooseLaunchpad(deployed, addressOption("launchpad", values.launchpad));
    const action = await ACTIONS[name]({ target, launchpad, options: values });
    // Only the batch goes to the standard output with `--json -`.
    const say = values.json === "-" ? console.error : console.log;
    say(`${name} on ${launchpad} (${target.slug}), sent by ${action.sender}`);
    for (const note of action.notes) say(`note: ${note}`);
    await simulate(target, action, say);
    if (values.send) return send(target, action);
    if (values.json === undefined) {
      say("dry run: nothing was sent; repeat with --json <file> or --send");
      return;
    }
    const { sender: safe, calls } = action;
    const { chainId } = target;
    const batch = safeBatch({
      chainId,
      safe,
      name: `Slipway: ${name}`,
      calls,
      createdAt: new Date(),
    });
    output(values.json, batch);
    say(`written for Safe's Transaction Builder of ${safe}: ${values.json}`);
  },
);

function output(file: string, value: unknown): void {
  if (file === "-") console.log(JSON.stringify(value, null, 2));
  else writeJson(file, value);
}

function chooseLaunchpad({ contracts, generations }: Deployment, given: Address | null): Address {
  if (given === null) return contracts.launchpad;
  const known = generations.map((one) => one.contracts.launchpad);
  if (known.includes(given)) return given;
  throw new UsageError(
    `--launchpad: ${given} is not in the manifest, which has ${known.join(", ")}`,
  );
}

async function printStatus(
  { client, env }: Target,
  deployed: Deployment,
  values: { launcher?: string | undefined; json?: string | undefined },
): Promise<void> {
  const given = addressOption("launcher", values.launcher);
  const key = env.SERVER_WALLET_PRIVATE_KEY;
  const accounts = [
    ...(key === undefined ? [] : [privateKeyToAddress(key)]),
    ...(given === null ? [] : [given]),
  ];
  const status = await readStatus(client, deployed, accounts);
  if (values.json !== undefined) return output(values.json, status);
  for (const one of status) for (const line of statusLines(one)) console.log(line);
}

async function verifyToken({ client, manifestPath }: Target, token: string | undefined) {
  const address = addressOption("token", token);
  if (address === null) throw new UsageError("--token 0x…");
  const folder = await addTokenVerification(client, address, manifestPath);
  console.log(`verification input: ${folder}`);
}

/** Calls after a creation depend on it, so they are only simulated when they are sent. */
async function simulate(
  { client }: Target,
  { sender, calls }: OwnerAction,
  say: (line: string) => void,
): Promise<void> {
  const [first, ...later] = calls;
  if (first === undefined) return;
  try {
    await client.call({ account: sender, to: first.to, data: first.data });
  } catch (error) {
    throw decodeRevert(error) ?? error;
  }
  say(`call  ${first.description} (simulated)`);
  for (const { description } of later) say(`then  ${description}`);
}

async function send({ client, env, chainId, slug, rpcUrl }: Target, action: OwnerAction) {
  const key = env.CONTRACTS_OWNER_PRIVATE_KEY;
  if (key === undefined) throw new UsageError("set CONTRACTS_OWNER_PRIVATE_KEY, or use --json");
  const account = privateKeyToAccount(key);
  if (account.address !== action.sender) {
    throw new UsageError(
      `CONTRACTS_OWNER_PRIVATE_KEY is the key of ${account.address}, not of ${action.sender}`,
    );
  }
  const chain = defineChain({
    id: chainId,
    name: slug,
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  });
  const wallet = createWalletClient({ chain, transport: http(rpcUrl), account });
  for (const { to, data, description } of action.calls) {
    const gas = gasLimitFor(await client.estimateGas({ account, to, data }));
    const hash = await wallet.sendTransaction({ to, data, gas });
    const { status } = await awaitReceipt(client, hash);
    if (status !== "success") throw new Error(`${description} reverted (${hash})`);
    console.log(`sent: ${description} (${hash})`);
  }
}
