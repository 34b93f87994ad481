import path from "node:path";
import { parseArgs } from "node:util";
import {
  type Address,
  createPublicClient,
  getAddress,
  http,
  isAddress,
  type PublicClient,
} from "viem";
import { type Env, readEnv } from "../../lib/env";
import {
  CHAIN_SLUGS,
  CHAINS,
  type ChainSlug,
  chainVariable,
  isChainSlug,
} from "../../lib/shared/chains";
import { projectRoot } from "./project-root";

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>["options"]>;

/** The command was called incorrectly; the message names what is missing. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * Runs a command of the contracts. `--help` prints the usage. A wrong call ends with status 2, another
 * failure with status 1 and its message.
 */
export function runCommand<const O extends Options>(
  usage: string,
  options: O,
  main: (parsed: ReturnType<typeof parse<O>>) => Promise<void>,
): void {
  const run = async () => {
    if (process.argv.slice(2).includes("--help")) {
      console.log(usage);
      return;
    }
    await main(parse(options));
  };
  run().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    if (error instanceof UsageError) console.error("Run the command with --help for its options.");
    process.exitCode = error instanceof UsageError ? 2 : 1;
  });
}

function parse<const O extends Options>(options: O) {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** A checksummed address, or null when the option is absent. */
export function addressOption(name: string, value: string | undefined): Address | null {
  if (value === undefined) return null;
  if (!isAddress(value)) throw new UsageError(`--${name}: ${value} is not an address`);
  return getAddress(value);
}

/** Whole seconds, or null when the option is absent. */
export function secondsOption(name: string, value: string | undefined): number | null {
  if (value === undefined) return null;
  const seconds = Number(value);
  if (Number.isInteger(seconds) && seconds >= 60) return seconds;
  throw new UsageError(`--${name}: whole seconds, at least 60`);
}

/** A chain that the command works on. */
export type Target = {
  env: Env;
  slug: ChainSlug;
  chainId: number;
  rpcUrl: string;
  client: PublicClient;
  manifestPath: string;
};

/**
 * The chain of `--chain`, over the service's own RPC_URL_<CHAIN>.
 * @throws if it is not configured, or the node serves another chain
 */
export async function openTarget(options: {
  chain: string | undefined;
  manifest: string | undefined;
}): Promise<Target> {
  const slug = options.chain ?? "";
  if (!isChainSlug(slug)) throw new UsageError(`--chain: ${CHAIN_SLUGS.join(", ")}`);
  const env = readEnv();
  const rpcUrl = env.rpcUrls(slug)?.[0];
  if (rpcUrl === undefined) throw new UsageError(`set ${chainVariable("RPC_URL", slug)}`);
  const { chainId } = CHAINS[slug];
  const client = createPublicClient({ transport: http(rpcUrl), cacheTime: 0 });
  const found = await client.getChainId();
  if (found !== chainId) {
    throw new Error(`the RPC URL is not a node of ${slug}: it serves chain ${found}`);
  }
  const manifestPath =
    options.manifest ?? path.resolve(projectRoot(), env.DEPLOYMENTS_DIR, `${slug}.json`);
  return { env, slug, chainId, rpcUrl, client, manifestPath };
}
