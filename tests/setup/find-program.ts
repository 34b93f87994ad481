import { spawnSync } from "node:child_process";

/**
 * Whether an optional system program is installed. Prints a line where it is not, so that a skipped
 * test is visible.
 * @param options.debianPackage what to install to have it
 */
export function hasProgram(options: {
  name: string;
  versionFlag: string;
  debianPackage: string;
}): boolean {
  const { name, versionFlag, debianPackage } = options;
  if (spawnSync(name, [versionFlag]).error === undefined) return true;
  process.stdout.write(
    `SKIPPED: ${name} is not installed (apt-get install ${debianPackage}), so its tests do not run.\n`,
  );
  return false;
}
