import { type ParseArgsConfig, parseArgs } from "node:util";

/**
 * The arguments of an operator's command, as `parseArgs` returns them. Otherwise ends the process before it
 * changes anything: `--help` prints the usage, and an unknown flag is reported with it (status 2).
 */
export function readArgs<const Config extends ParseArgsConfig>(config: Config, usage: string) {
  const { args = process.argv.slice(2) } = config;
  if (args.some((arg) => arg === "--help" || arg === "-h")) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    return exitWithUsage(usage, error instanceof Error ? error.message : String(error));
  }
}

/** Ends a command that was called incorrectly, with status 2. */
export function exitWithUsage(usage: string, reason: string): never {
  process.stderr.write(`${reason}\nNothing was done.\n\n${usage}\n`);
  process.exit(2);
}
