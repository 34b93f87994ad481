import { spawnSync } from "node:child_process";

/**
 * Whether an optional system program is installed. Prints a line where it is not, so that a skipped
 * test is visible.
 * @param options.install how to install it
 */
export function hasProgram(options: {
  name: string;
  versionFlag: string;
  install: string;
}): boolean {
  const { name, versionFlag, install } = options;
  if (spawnSync(name, [versionFlag]).error === undefined) return true;
  process.stdout.write(
    `SKIPPED: ${name} is not installed (${install}), so its tests do not run.\n`,
  );
  return false;
}
