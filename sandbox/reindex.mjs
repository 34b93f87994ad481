import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * `npm run reindex -- --chain base --from N`, with the environment's services or the sandbox's.
 */

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
const { buildProcesses } = await import("./build.mjs");
await buildProcesses(root);
const { reindex } = await import(pathToFileURL(join(root, "dist", "reindex-here.mjs")).href);
process.exit(await reindex({ root, args: process.argv.slice(2) }));
