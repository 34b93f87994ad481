import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeAtomic } from "./build-tools.mjs";

/** https://github.com/WICG/explicit-javascript-compile-hints-file-based */
const HINT = "//# allFunctionsCalledOnLoad\n";
const CHUNK = /static\/chunks\/[\w.~-]+\.js/g;

/**
 * Tells browsers to compile the functions of the scripts that pages start with while they download,
 * on another thread. Otherwise a function is compiled at its first call, all of which happen before a
 * page can be used: most of the time that starting these scripts takes.
 * @param next the folder of a finished `next build`
 */
export function hintScripts(next) {
  for (const name of firstChunks(next)) {
    const file = join(next, name);
    const text = readFileSync(file, "utf8");
    if (!text.startsWith(HINT)) writeAtomic(file, HINT + text);
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
