import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { loadBundle } from "./load-bundle.mjs";

/**
 * `npm run reindex -- --chain base --from N`, with the environment's services or the sandbox's.
 */

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
const { reindex } = await loadBundle(root, "reindex-here");
process.exit(await reindex({ root, args: process.argv.slice(2) }));
