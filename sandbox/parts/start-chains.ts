import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseEther } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { deployContracts } from "@/contracts/script/deploy/deploy";
import { upgradeRouter } from "@/contracts/script/deploy/upgrade-router";
import { deployment } from "@/lib/schemas/deployment";
import { CHAIN_SLUGS, CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { type SandboxChain, startChain } from "../chain/start-chain";
import type { PreparedStart } from "../prepare";
import { SandboxError } from "../process/sandbox-error";
import { startAgain } from "../process/start-again";
import { type Shutdown, STOP_ORDER } from "./shutdown";

const FUNDS_WEI = parseEther("1000");
const FUNDS_LOW_WEI = parseEther("100");

/**
 * The private key of the server wallet: the operator's or, for sandbox chains, the generated one. It
 * belongs to the chains of this data folder, which start while the database does.
 * @throws SandboxError without the operator's key when a chain is real: each machine would generate
 * its own, and what is sent to a generated wallet is lost with the data folder
 */
export function serverWalletKey({
  env,
  secrets,
}: Pick<PreparedStart, "env" | "secrets">): `0x${string}` {
  const real = CHAIN_SLUGS.filter((slug) => env.rpcUrls(slug) !== null);
  if (env.SERVER_WALLET_PRIVATE_KEY === undefined && real.length > 0) {
    throw new SandboxError(
      `SERVER_WALLET_PRIVATE_KEY is not set, but ${real.join(", ")} is a real chain. Set it to the private key of a funded wallet, the same on every machine. The sandbox used serverWalletPrivateKey in ${join(env.dataDir, "secrets.json")}.`,
    );
  }
  const key = env.SERVER_WALLET_PRIVATE_KEY ?? secrets.serverWalletPrivateKey;
  return `0x${key.slice(2)}`;
}

/**
 * Starts a sandbox chain with a funded server wallet and deployed contracts.
 * @returns its URL for `RPC_URL_…`
 */
export async function startSandboxChain(
  prepared: PreparedStart,
  shutdown: Shutdown,
  slug: ChainSlug,
): Promise<string> {
  const { env, ports, secrets, terminal } = prepared;
  const started = performance.now();
  const preferredPort = ports.get(slug);
  const again = { name: slug, terminal, isStopping: () => shutdown.isStopping };
  const start = () =>
    startChain({
      dataDir: env.dataDir,
      slug,
      chainId: CHAINS[slug].chainId,
      faucetToken: secrets.faucetToken,
      ...(preferredPort === undefined ? {} : { preferredPort }),
      log: (level, message) => {
        if (level === "info") terminal.line(slug, message, "debug");
        else terminal.report(slug, level, message);
      },
    });
  const chain = await startAgain({ ...again, start });
  await shutdown.add(STOP_ORDER.base, () => chain.stop());
  ports.set(slug, chain.port);
  for (const note of chain.notes) terminal.report(slug, "warn", note);
  const privateKey = serverWalletKey(prepared);
  const wallet = privateKeyToAccount(privateKey).address;
  const prepare = async () => {
    if ((await chain.node.balance(wallet)) < FUNDS_LOW_WEI)
      await chain.node.fund(wallet, FUNDS_WEI);
    return ensureContracts(prepared, chain, slug, privateKey);
  };
  // The node restarts by itself, but not the deployment that was under way.
  const deployed = await startAgain({ ...again, start: prepare });
  const text = `ready (chain ${CHAINS[slug].chainId}${deployed ? ", contracts deployed" : ""})`;
  terminal.progress(slug, text, performance.now() - started);
  return chain.url;
}

/** Deploys what is missing; the manifest of a lost chain is discarded. */
async function ensureContracts(
  { env, terminal }: PreparedStart,
  chain: SandboxChain,
  slug: ChainSlug,
  privateKey: `0x${string}`,
): Promise<boolean> {
  const folder = join(env.dataDir, "deployments");
  const manifestPath = join(folder, `${slug}.json`);
  await mkdir(folder, { recursive: true });
  const { chainId } = CHAINS[slug];
  const target = { rpcUrl: chain.url, chainId, slug, privateKey, manifestPath };
  if (await upgradeRouter(target))
    terminal.report(slug, "warn", "the Universal Router was replaced");
  if (await isDeployed(chain, manifestPath)) return false;
  await rm(manifestPath, { force: true });
  await deployContracts({
    ...target,
    sandbox: true,
    log: (message) => terminal.line(slug, message, "debug"),
  });
  return true;
}

async function isDeployed(chain: SandboxChain, manifestPath: string): Promise<boolean> {
  const text = await readFile(manifestPath, "utf8").catch(() => null);
  if (text === null) return false;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return false;
  }
  const manifest = deployment.safeParse(value);
  if (!manifest.success) return false;
  for (const address of Object.values(manifest.data.contracts)) {
    if (address === null || address === undefined) continue;
    if ((await chain.node.call("eth_getCode", [address, "latest"])) === "0x") return false;
  }
  return true;
}
