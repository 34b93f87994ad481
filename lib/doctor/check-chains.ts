import {
  type Address,
  createPublicClient,
  formatEther,
  getAbiItem,
  type Hex,
  http,
  toFunctionSelector,
} from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { guardChain } from "@/lib/context/chains";
import {
  type ChainGuard,
  ForeignChainError,
  MissingContractError,
} from "@/lib/drivers/chain/chain-guard";
import { deploymentPath } from "@/lib/drivers/chain/deployment-path";
import { loadDeployment } from "@/lib/drivers/chain/load-deployment";
import type { Database } from "@/lib/drivers/db/create-database";
import type { Env } from "@/lib/env";
import { deploymentHash } from "@/lib/features/chains/rules/deployment-hash";
import {
  type ChainIdentities,
  createChainIdentities,
} from "@/lib/features/chains/store/create-chain-identities";
import type { Deployment } from "@/lib/schemas/deployment";
import { launchpadAbi } from "@/lib/shared/abi/launchpad";
import { CHAIN_SLUGS, CHAINS, type ChainSlug, chainVariable } from "@/lib/shared/chains";
import { type Finding, failed, fatal, ok, skipped, textOf, warning } from "./finding";

const TIMEOUT_MS = 5_000;

/** Before the database can be used, only the chain ids of the nodes are compared. */
const UNKNOWN: ChainIdentities = {
  find: async () => null,
  record: async (_chainId, identity) => identity,
  acceptDeployment: async () => undefined,
};

type Options = {
  env: Env;
  db: Database | null;
  /** Whether to check the balance of the server wallet. */
  hasWallet: boolean;
};

/** Checks the nodes, the deployment and the server wallet of each chain that is not a sandbox. */
export async function checkChains(options: Options): Promise<Finding[]> {
  const { env, db } = options;
  const now = () => new Date();
  const identities = db === null ? UNKNOWN : createChainIdentities(db, now, env.realmOf);
  const findings = await Promise.all(
    CHAIN_SLUGS.map((chain) => checkChain(chain, identities, options)),
  );
  return findings.flat();
}

async function checkChain(
  chain: ChainSlug,
  chainIdentities: ChainIdentities,
  { env, hasWallet }: Options,
): Promise<Finding[]> {
  const check = { check: CHAINS[chain].name, variable: chainVariable("RPC_URL", chain) };
  const rpcUrls = env.rpcUrls(chain);
  if (rpcUrls === null) {
    return [skipped({ ...check, found: "not set: `npm start` runs a local chain" })];
  }
  if (env.isSandbox(chain)) return [skipped({ ...check, found: "a local chain" })];
  const { deployment, finding } = readManifest(env, chain);
  const log = { error: () => undefined };
  const guard = guardChain({ env, log, chainIdentities }, { chain, rpcUrls, deployment });
  const nodes = await checkNodes(chain, guard);
  const url = rpcUrls[nodes.working];
  if (deployment === null || url === undefined) return [finding, ...nodes.findings];
  return [
    await checkRecorded(chain, deployment, chainIdentities, finding),
    ...nodes.findings,
    await checkContracts(chain, deployment, url),
    ...(hasWallet ? [await checkWallet(env, { chain, deployment, url })] : []),
  ];
}

function readManifest(
  env: Env,
  chain: ChainSlug,
): { deployment: Deployment | null; finding: Finding } {
  const check = { check: `${CHAINS[chain].name} deployment`, variable: "DEPLOYMENTS_DIR" };
  const path = deploymentPath(env, chain);
  const remedy = `Deploy the contracts (npm run contracts:deploy), copy ${chain}.json from another server, or unset ${chainVariable("RPC_URL", chain)}`;
  try {
    const deployment = loadDeployment(chain, path);
    if (deployment !== null) return { deployment, finding: ok({ ...check, found: path }) };
    return { deployment, finding: fatal({ ...check, found: `${path} does not exist`, remedy }) };
  } catch (error) {
    const found = `${path} cannot be used: ${textOf(error)}`;
    return { deployment: null, finding: fatal({ ...check, found, remedy }) };
  }
}

/** The manifest must be the one that the other servers of this database use. */
async function checkRecorded(
  chain: ChainSlug,
  deployment: Deployment,
  identities: ChainIdentities,
  finding: Finding,
): Promise<Finding> {
  const recorded = await identities.find(deployment.chainId);
  const own = deploymentHash(deployment);
  if (recorded === null || recorded.deploymentHash === own) return finding;
  return fatal({
    check: finding.check,
    variable: finding.variable,
    found: `${finding.found} describes deployment ${own}, and this database belongs to ${recorded.deploymentHash}`,
    remedy: `Copy the manifest from the other servers. If you deployed the contracts again, run: npm run heal -- --chain ${chain} --accept-deployment`,
  });
}

/** `working` is the index of a URL that serves the chain, or -1. */
async function checkNodes(
  chain: ChainSlug,
  guard: ChainGuard,
): Promise<{ working: number; findings: Finding[] }> {
  const check = { check: `${CHAINS[chain].name} nodes`, variable: chainVariable("RPC_URL", chain) };
  const errors = await guard.checkAll();
  const working = errors.indexOf(null);
  const findings = errors.map((error, index): Finding => {
    if (error === null) return ok({ ...check, found: `address ${index + 1} serves the chain` });
    const found = error instanceof Error ? textOf(error) : String(error);
    if (error instanceof ForeignChainError) {
      const remedy = `Set ${check.variable} to nodes of ${CHAINS[chain].name}`;
      if (working === -1 && errors.every((one) => one instanceof ForeignChainError)) {
        return fatal({ ...check, found, remedy });
      }
      return warning({ ...check, found: `${found}; it is not used`, remedy });
    }
    if (error instanceof MissingContractError) {
      const remedy = "Wait until the node has synced, or correct the manifest in DEPLOYMENTS_DIR";
      return (working === -1 ? fatal : warning)({ ...check, found, remedy });
    }
    const silent = { ...check, found: `address ${index + 1} does not respond: ${found}` };
    const remedy = "Start the node, or correct the address";
    return (working === -1 ? failed : warning)({ ...silent, remedy });
  });
  return { working, findings };
}

/** Whether the code of a launchpad compares with the selector of `launch`; a push drops leading zeros. */
function hasLaunch(code: Hex): boolean {
  const selector = toFunctionSelector(getAbiItem({ abi: launchpadAbi, name: "launch" }));
  return code.includes(selector.slice(2).replace(/^(00)+/, ""));
}

async function checkContracts(
  chain: ChainSlug,
  deployment: Deployment,
  url: string,
): Promise<Finding> {
  const check = { check: `${CHAINS[chain].name} contracts`, variable: "DEPLOYMENTS_DIR" };
  const client = createPublicClient({ transport: http(url, { timeout: TIMEOUT_MS }) });
  const contracts: [string, Address][] = deployment.generations.flatMap((generation) =>
    Object.entries(generation.contracts),
  );
  try {
    const missing = await Promise.all(
      contracts.map(async ([name, address]) => {
        const code = await client.getCode({ address });
        return code === undefined ? [`${name} at ${address}`] : [];
      }),
    );
    const names = missing.flat();
    const remedy = "Correct the manifest, or deploy the contracts: npm run contracts:deploy";
    if (names.length > 0) {
      return fatal({ ...check, found: `no code for ${names.join(", ")}`, remedy });
    }
    const { launchpad } = deployment.contracts;
    if (!hasLaunch((await client.getCode({ address: launchpad })) ?? "0x")) {
      const found = `launchpad at ${launchpad} does not have the function launch of this release`;
      return fatal({ ...check, found, remedy });
    }
    return ok({ ...check, found: "all have code" });
  } catch (error) {
    return failed({ ...check, found: textOf(error), remedy: "Check the node" });
  }
}

async function checkWallet(
  env: Env,
  { chain, deployment, url }: { chain: ChainSlug; deployment: Deployment; url: string },
): Promise<Finding> {
  const check = {
    check: `${CHAINS[chain].name} server wallet`,
    variable: "SERVER_WALLET_PRIVATE_KEY",
  };
  const { SERVER_WALLET_PRIVATE_KEY: privateKey } = env;
  if (privateKey === undefined) {
    const remedy = "Set it to the key of a wallet with ETH for gas";
    return fatal({ ...check, found: "not set, and a real chain is configured", remedy });
  }
  const address = privateKeyToAddress(privateKey);
  const client = createPublicClient({ transport: http(url, { timeout: TIMEOUT_MS }) });
  try {
    const { launchpad } = deployment.contracts;
    const [balanceWei, isLauncher] = await Promise.all([
      client.getBalance({ address }),
      client.readContract({
        address: launchpad,
        abi: launchpadAbi,
        functionName: "isLauncher",
        args: [address],
      }),
    ]);
    const found = `${address} has ${formatEther(balanceWei)} ETH`;
    if (balanceWei === 0n) {
      const remedy = "Send it ETH; until then launches return 503";
      return failed({ ...check, found, remedy });
    }
    if (isLauncher) return ok({ ...check, found });
    return failed({
      ...check,
      found: `${address} is not a launcher of ${launchpad}: launches return 503`,
      remedy: `As the owner of the contracts: npm run contracts:admin -- set-launcher --chain ${chain} --launcher ${address} --allowed true`,
    });
  } catch (error) {
    return failed({ ...check, found: textOf(error), remedy: "Check the node" });
  }
}
