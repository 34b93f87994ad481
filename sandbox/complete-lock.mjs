// Run after every `npm install` that changed package-lock.json: npm leaves out optional platform
// packages that its registry did not have, and `npm ci` then fails everywhere ("Missing … from lock
// file"). This adds them without an integrity, for npm to fetch where they are needed.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const path = join(dirname(dirname(fileURLToPath(import.meta.url))), "package-lock.json");
const lock = JSON.parse(readFileSync(path, "utf8"));

const SYSTEMS = ["darwin", "linux", "win32", "freebsd", "android", "openbsd", "netbsd"];
const PROCESSORS = {
  arm64: "arm64",
  amd64: "x64",
  x64: "x64",
  arm: "arm",
  ia32: "ia32",
  wasm32: "wasm32",
};

/** Reads the platform from the end of a name such as `@next/swc-win32-x64-msvc`. */
function platformOf(name) {
  const words = name.split("/").at(-1).split("-");
  const os = SYSTEMS.find((one) => words.includes(one));
  const cpu = Object.entries(PROCESSORS).find(([word]) => words.includes(word))?.[1];
  // Without a processor npm would try to install it everywhere.
  return cpu === undefined ? null : { ...(os === undefined ? {} : { os: [os] }), cpu: [cpu] };
}

let added = 0;
for (const { optionalDependencies = {} } of Object.values({ ...lock.packages })) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const key = `node_modules/${name}`;
    const platform = platformOf(name);
    if (lock.packages[key] !== undefined || platform === null) continue;
    if (!/^\d+\.\d+\.\d+[\w.-]*$/.test(version)) continue;
    lock.packages[key] = { version, ...platform, optional: true };
    added += 1;
  }
}
const names = Object.keys(lock.packages).sort((a, b) => a.localeCompare(b, "en"));
lock.packages = Object.fromEntries(names.map((name) => [name, lock.packages[name]]));
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} platform packages added to package-lock.json`);
