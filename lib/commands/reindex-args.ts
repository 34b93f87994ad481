import { CHAIN_SLUGS, type ChainSlug, isChainSlug } from "@/lib/shared/chains";
import { exitWithUsage, readArgs } from "./read-args";

const USAGE = `Usage: npm run reindex -- --chain ${CHAIN_SLUGS.join("|")} [--from block]

Rebuilds the data of a chain next to the live data. Without --from, it reads the whole chain.`;

const OPTIONS = {
  chain: { type: "string", default: "" },
  from: { type: "string", default: "0" },
} as const;

/**
 * The arguments of `npm run reindex`, which starts parts of the sandbox before the program itself runs:
 * both read them first. Ends the process if they are wrong.
 */
export function readReindexArgs(args = process.argv.slice(2)): { chain: ChainSlug; from: number } {
  const { chain, from } = readArgs({ args, options: OPTIONS }, USAGE).values;
  if (!isChainSlug(chain)) exitWithUsage(USAGE, "--chain is missing or unknown.");
  if (!/^\d{1,15}$/.test(from)) exitWithUsage(USAGE, "--from must be the number of a block.");
  return { chain, from: Number(from) };
}
