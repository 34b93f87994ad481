// Runs forge from its npm platform package with the repository as the project root.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const here = path.dirname(fileURLToPath(import.meta.url));
const arch = process.arch === "x64" ? "amd64" : process.arch;
const platform = process.platform === "win32" ? "win32" : process.platform;
const manifest = require.resolve(`@foundry-rs/forge-${platform}-${arch}/package.json`);
const binary = path.join(
  path.dirname(manifest),
  "bin",
  process.platform === "win32" ? "forge.exe" : "forge",
);

const result = spawnSync(binary, process.argv.slice(2), {
  cwd: path.join(here, "..", ".."),
  stdio: "inherit",
  env: { FOUNDRY_CONFIG: path.join(here, "..", "foundry.toml"), ...process.env },
});
if (result.error) throw result.error;
process.exit(result.status ?? 1);
