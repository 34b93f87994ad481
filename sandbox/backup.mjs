import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { loadBundle } from "./load-bundle.mjs";

/**
 * `npm run backup -- --to FOLDER` and `npm run restore -- --from FOLDER`, with the environment's
 * database or the sandbox's.
 */

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
const commands = await loadBundle(root, "backup");
const [command, ...args] = process.argv.slice(2);
process.exit(await commands[command]({ root, args }));
