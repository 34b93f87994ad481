import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeAtomic } from "./build-tools.mjs";

/** https://github.com/WICG/explicit-javascript-compile-hints-file-based */
const HINT = "//# allFunctionsCalledOnLoad\n";
const CHUNK = /static\/chunks\/[\w.~-]+\.js/g;
/** A text in the chart library. Pages load the library last, and call most of it at once. */
const CHART = "Charting by TradingView";

/**
 * Makes browsers compile the functions of the initial scripts and of charts while they download,
 * on another thread. Otherwise each function is compiled at its first call, before the page can be
 * used. That is most of the start time of these scripts.
 * @param next the folder of a finished `next build`
 */
export function hintScripts(next) {
  const first = firstChunks(next);
  const folder = join("static", "chunks");
  const all = readdirSync(join(next, folder)).filter((name) => name.endsWith(".js"));
  for (const name of all.map((file) => join(folder, file))) {
    const file = join(next, name);
    const text = readFileSync(file, "utf8");
    const isHinted = first.has(name) || text.includes(CHART);
    if (isHinted && !text.startsWith(HINT)) writeAtomic(file, HINT + text);
  }
}

/** The chunks in the HTML of a page: those of the framework, and of each page and its layouts. */
function firstChunks(next) {
  const { rootMainFiles } = JSON.parse(readFileSync(join(next, "build-manifest.json"), "utf8"));
  const app = join(next, "server", "app");
  const manifests = readdirSync(app, { recursive: true })
    .filter((path) => path.endsWith("_client-reference-manifest.js"))
    .map((path) => readFileSync(join(app, path), "utf8"));
  const named = manifests.flatMap((text) => {
    const entries = text.slice(text.indexOf('"entryJSFiles"'));
    return entries.match(CHUNK) ?? [];
  });
  return new Set([...rootMainFiles, ...named]);
}
