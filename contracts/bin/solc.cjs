// A native-looking `solc` over the npm package of the same name, for forge: `--version` and
// `--standard-json` (stdin to stdout). Nothing is downloaded.
const fs = require("node:fs");
const path = require("node:path");

const cacheFile = path.join(__dirname, "..", "cache", "solc-version.json");
const packageVersion = require("solc/package.json").version;

/** The compiler's long version; cached, because loading the compiler costs 400 ms. */
function longVersion() {
  try {
    const cached = JSON.parse(fs.readFileSync(cacheFile, "utf8"));
    if (cached.package === packageVersion) return cached.version;
  } catch {
    // No cache yet: ask the compiler.
  }
  const version = require("solc")
    .version()
    .replace(/Emscripten\.clang/, "Linux.g++");
  fs.mkdirSync(path.dirname(cacheFile), { recursive: true });
  const temporary = `${cacheFile}.${process.pid}`;
  fs.writeFileSync(temporary, JSON.stringify({ package: packageVersion, version }));
  fs.renameSync(temporary, cacheFile);
  return version;
}

/** Writes all of `text` to stdout, which may be a pipe that is full for a while. */
function writeAll(text) {
  const bytes = Buffer.from(text, "utf8");
  const wait = new Int32Array(new SharedArrayBuffer(4));
  let offset = 0;
  while (offset < bytes.length) {
    try {
      offset += fs.writeSync(1, bytes, offset, Math.min(65536, bytes.length - offset));
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(wait, 0, 0, 2);
    }
  }
}

/**
 * Compiles a standard JSON input. Goes around the package's wrapper, which copies the input to the
 * compiler's stack and breaks at about a megabyte: forge-std alone comes close to that.
 */
function compileStandard(input) {
  const module = require("solc/soljson.js");
  const pointer = module._solidity_alloc(input.length + 1);
  module.HEAPU8.set(input, pointer);
  module.HEAPU8[pointer + input.length] = 0;
  return module.UTF8ToString(module._solidity_compile(pointer, 0, 0));
}

if (process.argv.includes("--version")) {
  writeAll(`solc, the solidity compiler commandline interface\nVersion: ${longVersion()}\n`);
} else if (process.argv.includes("--standard-json")) {
  writeAll(compileStandard(fs.readFileSync(0)));
} else {
  process.stderr.write("solc: only --version and --standard-json are supported\n");
  process.exit(1);
}
