import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The licences of the packages whose code a bundle contains.
 * @param inputs the bundle's sources, from the root
 * @throws when a package has no licence file
 */
export function licencesOf(root: string, inputs: readonly string[]): string {
  const packages = inputs.flatMap((path) => {
    const [, name] = path.match(/^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//) ?? [];
    return name === undefined ? [] : [name];
  });
  return [...new Set(packages)]
    .sort()
    .map((folder) => `${folder.replace(/.*node_modules\//, "")}\n\n${licenceIn(root, folder)}\n`)
    .join(`\n${"-".repeat(78)}\n\n`);
}

function licenceIn(root: string, folder: string): string {
  const path = join(root, folder);
  const name = existsSync(path)
    ? readdirSync(path).find((one) => /^licen[cs]e/i.test(one))
    : undefined;
  if (name === undefined) throw new Error(`${folder} has no licence file`);
  return readFileSync(join(path, name), "utf8").trim();
}
