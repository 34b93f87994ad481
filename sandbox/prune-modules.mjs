// `postinstall` of this repository: removes files of packages that nothing here loads. npm can omit
// a package (`overrides`), but not a part of one. docs/dependencies.md has the sizes.
import { existsSync, readdirSync, rmSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Folders and files of packages; `keep` names what stays of a folder. */
const UNUSED = [
  // Other models of nsfwjs; the classifier uses mobilenet_v2_mid.
  { path: "nsfwjs/dist/models/inception_v3" },
  { path: "nsfwjs/dist/models/mobilenet_v2" },
  { path: "nsfwjs/dist/browser" },
  // Documents, audits, tests and build results of the contracts.
  { path: "@uniswap/v4-core/docs" },
  { path: "@uniswap/v4-core/test" },
  { path: "@uniswap/v4-core/out", keep: ["PoolManager.sol", "TickMathTest.sol"] },
  { path: "@uniswap/v4-core/lib", keep: ["forge-std", "solmate"] },
  // Bundles for browsers.
  { path: "@tensorflow/tfjs-core/dist", onlyFiles: /^tf-core\.(?!node\.js$).*\.js$/ },
  { path: "@tensorflow/tfjs-converter/dist", onlyFiles: /^tf-converter\.(?!node\.js$).*\.js$/ },
  { path: "@tensorflow/tfjs-backend-cpu/dist", onlyFiles: /^tf-backend-cpu\.(?!node\.js$).*\.js$/ },
  {
    path: "@tensorflow/tfjs-backend-wasm/dist",
    onlyFiles: /^tf-backend-wasm\.(?!node\.js$).*\.js$/,
  },
];

function pruneParts(modules) {
  for (const { path, keep = [], onlyFiles } of UNUSED) {
    const folder = join(modules, path);
    if (!existsSync(folder)) continue;
    if (onlyFiles === undefined && keep.length === 0) {
      rmSync(folder, { recursive: true });
      continue;
    }
    for (const name of readdirSync(folder)) {
      if (onlyFiles === undefined ? keep.includes(name) : !onlyFiles.test(name)) continue;
      rmSync(join(folder, name), { recursive: true });
    }
  }
}

/** Source maps serve debuggers only. */
function pruneMaps(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) pruneMaps(path);
    else if (entry.isFile() && entry.name.endsWith(".map")) unlinkSync(path);
  }
}

const modules = join(dirname(dirname(fileURLToPath(import.meta.url))), "node_modules");
if (existsSync(modules)) {
  pruneParts(modules);
  pruneMaps(modules);
}
