/**
 * The result of `parse`, for a command of the operator. Otherwise ends the process before it
 * changes anything: `--help` prints the usage, and an unknown flag is reported with it (status 2).
 * @param parse calls `parseArgs` of Node
 */
export function readArgs<T>(parse: () => T, usage: string): T {
  if (process.argv.slice(2).some((arg) => arg === "--help" || arg === "-h")) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  try {
    return parse();
  } catch (error) {
    return exitWithUsage(usage, error instanceof Error ? error.message : String(error));
  }
}

/** Ends a command that was called incorrectly, with status 2. */
export function exitWithUsage(usage: string, reason: string): never {
  process.stderr.write(`${reason}\nNothing was done.\n\n${usage}\n`);
  process.exit(2);
}
