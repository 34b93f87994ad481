/** Prints the usage and ends the process if the command was called with `--help`. */
export function exitOnHelp(usage: string): void {
  if (!process.argv.slice(2).includes("--help")) return;
  console.log(usage);
  process.exit(0);
}
