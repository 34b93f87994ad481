import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** `npm run secrets -- show | rotate | import FILE`, with the environment's database or the sandbox's. */

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
for (const name of [".env.local", ".env"]) {
  // Variables of the shell take precedence.
  if (existsSync(name)) process.loadEnvFile(name);
}
const { buildProcesses } = await import("./build.mjs");
await buildProcesses(root);
const { manageSecrets } = await import(pathToFileURL(join(root, "dist", "secrets.mjs")).href);
process.exit(await manageSecrets({ root, args: process.argv.slice(2) }));
