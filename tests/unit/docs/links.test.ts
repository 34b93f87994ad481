import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";

const NOT_OURS =
  /(^|\/)(node_modules|dist|coverage|test-results|playwright-report|out|cache|\..*)(\/|$)/;

/** The files below a folder of the repository, without built or installed ones. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = normalize(join(folder, entry.name));
    if (NOT_OURS.test(path)) return [];
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

/** Texts for pages of the app; their links are addresses of it. */
const LEGAL = "tests/e2e/support/legal/";
/** The documentation pages of the repository. */
const PAGES = filesIn(".").filter((path) => path.endsWith(".md") && !path.startsWith(LEGAL));

/** `tests/attack/isolated/dry-run.test.ts`: a file that a page cites. */
const CITED =
  /`((?:(?:tests|contracts\/test|docs)\/[\w./()[\]-]+|(?:lib|sandbox|ops|bench|inngest|packages|contracts|script)\/[\w./()[\]-]+\.\w+))`/g;
/** The same in a comment of `.env.example`, without quotes; not a path below an URL or another folder. */
const CITED_PLAIN = /(?<![\w./-])((?:tests|docs|lib|sandbox|ops|contracts)\/[\w./-]+\.\w+)/g;

/** `docs/interface.md, "Limits"`: a section that a code comment cites. */
const SECTION = /(docs\/[\w-]+\.md), "([^"]+)"/g;

/** The heading ids of a page, as GitHub generates them. */
function headingIds(text: string): string[] {
  const headings = [...withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)];
  return headings.map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```/gm, "");

/** Every target of a link or an image, with its error. */
function brokenLinks(page: string): string[] {
  const text = withoutCode(readFileSync(page, "utf8"));
  const targets = [
    ...text.matchAll(/\]\(([^)\s]+)\)/g),
    ...text.matchAll(/(?:src|href)="([^"]+)"/g),
  ];
  return targets.flatMap(([, target = ""]) => {
    if (/^(https?:|mailto:)/.test(target)) return [];
    const [path = "", fragment] = target.split("#");
    const file = path === "" ? page : normalize(join(dirname(page), path));
    if (!existsSync(file)) return [`${page}: ${target} does not exist`];
    if (fragment === undefined || !statSync(file).isFile()) return [];
    return headingIds(readFileSync(file, "utf8")).includes(fragment)
      ? []
      : [`${page}: ${target} has no such heading`];
  });
}

describe("documentation pages", () => {
  it("finds the pages", () => {
    expect(PAGES).toEqual(expect.arrayContaining(["README.md", "docs/architecture.md"]));
  });

  it.each(PAGES)("%s has no broken link", (page) => {
    expect(brokenLinks(page)).toEqual([]);
  });

  it("wait for /readyz of web servers only: an indexer has no HTTP server", () => {
    const sentences = PAGES.flatMap((page) =>
      withoutCode(readFileSync(page, "utf8")).replaceAll("\n", " ").split(/[.:] /),
    );
    const wrong = sentences.filter((one) => one.includes("/readyz") && /indexer/.test(one));
    expect(wrong).toEqual([]);
  });

  it.each(PAGES)("%s references only files that exist", (page) => {
    const cited = [...readFileSync(page, "utf8").matchAll(CITED)].map(([, path = ""]) =>
      // Pages of the contracts name scripts relative to their folder.
      path.startsWith("script/") ? join(dirname(page), path) : path,
    );
    expect(cited.filter((path) => !existsSync(path))).toEqual([]);
  });

  it(".env.example references only files that exist", () => {
    const text = readFileSync(".env.example", "utf8");
    const cited = [...text.matchAll(CITED_PLAIN)].map(([, path = ""]) => path);
    expect(cited.length).toBeGreaterThan(0);
    expect(cited.filter((path) => !existsSync(path))).toEqual([]);
  });

  it("contains every section that code references", () => {
    const cited = ["lib", "app", "components", "inngest"]
      .flatMap(filesIn)
      .filter((path) => /\.tsx?$/.test(path))
      .flatMap((path) => {
        const matches = [...readFileSync(path, "utf8").matchAll(SECTION)];
        return matches.map(([, page = "", section = ""]) => ({ path, page, section }));
      });
    expect(cited.length).toBeGreaterThan(5);
    const missing = cited.filter(
      ({ page, section }) =>
        !existsSync(page) || !readFileSync(page, "utf8").includes(`# ${section}\n`),
    );
    expect(missing).toEqual([]);
  });

  it("names the first block in every reindex command, which reads the whole chain without one", () => {
    const commands = PAGES.flatMap((page) => {
      const matches = readFileSync(page, "utf8").matchAll(/npm run reindex -- --chain \S+.*/g);
      return [...matches].map(([text]) => ({ page, text }));
    });
    expect(commands.length).toBeGreaterThan(2);
    expect(commands.filter(({ text }) => !/^[^`]*--from (\d|N\b)/.test(text))).toEqual([]);
    const reindex = readFileSync("docs/operations.md", "utf8").split("\n## Reindex\n")[1];
    expect(reindex).toContain("Without `--from`");
  });

  it("lists every decision in the index", () => {
    const records = PAGES.filter((page) => page.startsWith("docs/decisions/"));
    const text = readFileSync("docs/decisions.md", "utf8");
    const names = records.map((page) => page.replace("docs/", ""));
    expect(names.filter((name) => !text.includes(`(${name})`))).toEqual([]);
  });
});
