// Run after every `npm install` that changed package-lock.json: npm omits optional platform
// packages that its registry did not have, and `npm ci` then fails everywhere ("Missing … from lock
// file"). This adds them, with the registry's integrity. Packages that the registry lacks get none
// and are printed; `tests/unit/repository/lock.test.ts` lists them.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const path = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), "package-lock.json");
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

/** Parses the platform at the end of a name such as `@biomejs/cli-linux-x64-musl`. */
function platformOf(name) {
  const words = name.split("/").at(-1).split("-");
  const os = SYSTEMS.find((one) => words.includes(one));
  const cpu = Object.entries(PROCESSORS).find(([word]) => words.includes(word))?.[1];
  // Without a `cpu` field npm would install it everywhere.
  if (cpu === undefined) return null;
  return {
    ...(os === undefined ? {} : { os: [os] }),
    cpu: [cpu],
    // Without it npm would install the builds of both C libraries.
    ...(words.includes("musl") ? { libc: ["musl"] } : {}),
  };
}

/** A package's URL, integrity and C library, or null when the registry does not have it. */
function lookUp(name, version) {
  try {
    const args = ["view", `${name}@${version}`, "dist", "libc", "--json"];
    const { dist, libc } = JSON.parse(
      execFileSync("npm", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
    );
    if (dist.integrity === undefined) return null;
    const { integrity } = dist;
    return { integrity, ...(libc === undefined ? {} : { libc: [libc].flat() }) };
  } catch {
    // npm exits with an error for an unknown package.
    return null;
  }
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

const open = [];
for (const [key, entry] of Object.entries(lock.packages)) {
  if (!key.includes("node_modules/") || entry.link) continue;
  if (entry.inBundle || entry.integrity !== undefined) continue;
  const name = key.slice(key.lastIndexOf("node_modules/") + "node_modules/".length);
  const found = lookUp(name, entry.version);
  if (found === null) open.push(`${name}@${entry.version}`);
  else {
    const { version, ...rest } = entry;
    const { integrity, ...platform } = found;
    // In npm's own order, so that `npm install` leaves the file as it is.
    const others = Object.entries({ ...rest, ...platform }).sort(([a], [b]) => (a < b ? -1 : 1));
    lock.packages[key] = { version, integrity, ...Object.fromEntries(others) };
  }
}

const names = Object.keys(lock.packages).sort((a, b) => a.localeCompare(b, "en"));
lock.packages = Object.fromEntries(names.map((name) => [name, lock.packages[name]]));
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} platform packages added to package-lock.json`);
if (open.length > 0)
  console.log(`Not found in the registry, so without integrity:\n${open.join("\n")}`);
