/** `npm run contracts:build`: compiles contracts/src and writes the generated files. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { exitOnHelp } from "../help";
import { projectRoot } from "../project-root";
import { generatedFiles } from "./generated";

exitOnHelp(`Usage: npm run contracts:build

Compiles contracts/src; writes contracts/artifacts and lib/shared/abi.`);

const files = generatedFiles();
for (const [name, text] of Object.entries(files)) {
  const target = path.join(projectRoot(), name);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}
console.log(`contracts:build wrote ${Object.keys(files).length} files`);
