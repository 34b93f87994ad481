import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** `npm run storage -- copy --to s3|disk`: copies files between `DATA_DIR` and the bucket. */

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
for (const name of [".env.local", ".env"]) {
  // Variables of the shell take precedence.
  if (existsSync(name)) process.loadEnvFile(name);
}
const { buildProcesses } = await import("./build.mjs");
await buildProcesses(root);
await import(pathToFileURL(join(root, "dist", "storage.mjs")).href);
