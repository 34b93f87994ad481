import { spawnSync } from "node:child_process";

/**
 * Whether a system program that a test can do without is installed. Says so in the output where it
 * is not, so that a skipped test is seen.
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
