import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { stopWithNpm } from "./stop-with-npm.mjs";

const startedAt = performance.now();
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

function fail(message) {
  console.error(message);
  process.exit(1);
}

if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Slipway needs Node.js 20.19 or newer; this is ${process.version}.`);
}
if (!existsSync(join(root, "node_modules"))) fail("Run npm install first.");

const HELP = `Starts Slipway, with an embedded service for each one that is not configured.

  npm start                          production build
  npm run dev                        with hot reload
  npm run build                      only build what changed
  npm run demo -- [--minutes N] [--seed TEXT]
                                     with launches and traders, until stopped or for N minutes

Set PORT (3000) and DATA_DIR (.data) to run several side by side. See .env.example for the rest.`;

function readFlags() {
  try {
    const { values } = parseArgs({
      options: {
        dev: { type: "boolean", default: false },
        demo: { type: "boolean", default: false },
        minutes: { type: "string" },
        seed: { type: "string" },
        "build-only": { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
    return values;
  } catch (error) {
    return fail(`${error.message}\n\n${HELP}`);
  }
}

const values = readFlags();
const { help, dev, demo, minutes, seed } = values;
if (help) {
  console.log(HELP);
  process.exit(0);
}
if (minutes !== undefined && !(Number(minutes) > 0)) fail("--minutes must be a number above 0.");

process.chdir(root);
stopWithNpm("sandbox/start.mjs");

const builds = await import("./build/build.mjs");
await builds.buildProcesses(root).catch((error) => fail(error.message));
const bundle = (name) => import(pathToFileURL(join(root, "dist", `${name}.mjs`)).href);
// Before `next build`, whose result depends on some variables.
(await bundle("env")).loadEnvFiles();

if (values["build-only"]) {
  await builds.buildApp(root, process.env).catch((error) => fail(error.message));
  process.exit(0);
}

const { check, supervise } = await bundle("supervisor");
const flags = { dev, demo, minutes: minutes ? Number(minutes) : null, seed: seed ?? null };
const prepared = await check({ flags, root });

async function buildPages(env) {
  // Next compiles each page when it is requested.
  if (dev || builds.isWebFresh(root)) return;
  prepared.terminal.print("· web          building; this takes a while the first time");
  const began = performance.now();
  await builds.buildApp(root, env, { pages: true });
  prepared.terminal.progress("web", "built", performance.now() - began);
}

const running = await supervise({ prepared, startedAt, buildPages });

// Nothing but `/slipway.tgz` needs the packages, so they are built while the service runs.
if (dev) {
  await builds.watchProcesses(root, (bundles) => {
    for (const bundle of bundles) {
      const child = running.children.get(bundle);
      if (child === undefined) continue;
      prepared.terminal.print(`· ${bundle} changed; restarting`);
      child.replace();
    }
  });
  builds.watchPackage(root, (problem) =>
    prepared.terminal.print(problem ?? "· package rebuilt: /slipway.tgz"),
  );
} else {
  await builds
    .buildApp(root, process.env, { packages: true })
    .catch((error) => prepared.terminal.print(error.message));
}
