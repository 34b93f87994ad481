import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * `npm run backup -- --to FOLDER` and `npm run restore -- --from FOLDER`, with the environment's
 * database or the sandbox's.
 */

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
// A container has the bundles without their sources.
if (existsSync(join(root, "server.ts"))) {
  const { buildProcesses } = await import("./build.mjs");
  await buildProcesses(root);
}
const commands = await import(pathToFileURL(join(root, "dist", "backup.mjs")).href);
const [command, ...args] = process.argv.slice(2);
process.exit(await commands[command]({ root, args }));
