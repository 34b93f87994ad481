import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { loadBundle } from "./load-bundle.mjs";

/** `npm run secrets -- show | rotate | import FILE`, with the environment's database or the sandbox's. */

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
const { manageSecrets } = await loadBundle(root, "secrets");
process.exit(await manageSecrets({ root, args: process.argv.slice(2) }));
