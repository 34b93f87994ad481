import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright";

/** Flags for a quiet headless Chromium; root needs its sandbox off. */
export const CHROMIUM_FLAGS = [
  ...(isRoot() ? ["--no-sandbox"] : []),
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The features that Playwright disables; a later flag replaces Playwright's own. */
export const PLAYWRIGHT_DISABLES = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "msForceBrowserSignIn",
  "msEdgeUpdateLaunchServicesPreferredVersion",
];

/**
 * The address bar's suggestions, which Chromium renders as a web page in each new window: half of
 * the CPU time of opening one.
 */
const ADDRESS_BAR = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];

/** Flags of the browser tests. */
export const TEST_FLAGS = [
  ...CHROMIUM_FLAGS,
  `--disable-features=${[...PLAYWRIGHT_DISABLES, ...ADDRESS_BAR].join()}`,
];

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const DOWNLOAD_MS = 240_000;
const PACKAGE_MS = 300_000;

/**
 * A working Chromium: one on the PATH, else Playwright's, else one downloaded by Playwright, else
 * (as root on Debian) the distribution's package. Prints the output of the installation.
 * @returns the path of the executable
 * @throws Error with installation instructions
 */
export async function findChromium(): Promise<string> {
  const there = findOnPath() ?? findPlaywrights();
  if (there !== null) return there;
  await run("npx", ["playwright", "install", "chromium"], DOWNLOAD_MS);
  const fetched = findPlaywrights();
  if (fetched !== null) return fetched;
  if (isRoot() && existsSync("/etc/debian_version")) {
    const install = "apt-get update && apt-get install -y --no-install-recommends chromium";
    await run("sh", ["-c", `export DEBIAN_FRONTEND=noninteractive; ${install}`], PACKAGE_MS);
  }
  const packaged = findOnPath() ?? findPlaywrights();
  if (packaged !== null) return packaged;
  throw new Error(
    "The browser tests need Chromium, and none was found or could be fetched. Install one, for " +
      "example by `apt-get install chromium` or `npx playwright install --with-deps chromium`.",
  );
}

function findOnPath(): string | null {
  for (const name of NAMES) {
    const { stdout, status } = spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" });
    const path = stdout.trim();
    if (status === 0 && starts(path)) return path;
  }
  return null;
}

function findPlaywrights(): string | null {
  const path = chromium.executablePath();
  return existsSync(path) && starts(path) ? path : null;
}

/** Some systems have a stub under the name, or a browser without its libraries. */
function starts(path: string): boolean {
  return spawnSync(path, ["--version"], { timeout: 20_000 }).status === 0;
}

/** Runs a command and prints its output; after a failure the next option is tried. */
function run(program: string, args: string[], timeoutMs: number): Promise<void> {
  process.stderr.write(`No Chromium found; trying: ${program} ${args.join(" ")}\n`);
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: "inherit", timeout: timeoutMs });
    child.once("error", () => resolve());
    child.once("close", () => resolve());
  });
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
