import { readdir, readFile } from "node:fs/promises";
import { TOOLS } from "@slipway-launchpad/mcp";
import { expect, it } from "vitest";
import { SAMPLES } from "@/components/docs/samples/samples";
import { launchDocument, postmanCollection } from "@/lib/openapi/documents";
import { CHAIN_SLUGS } from "@/lib/shared/chains";

const SERVER = { serverUrl: "https://launchpad.example", chains: CHAIN_SLUGS };
const CLI = "packages/cli/src/commands";

/** The texts that describe a key, by where a developer reads them. */
async function texts(): Promise<[where: string, text: string][]> {
  const document = JSON.stringify(launchDocument(SERVER));
  const names = await readdir(CLI);
  const helps = await Promise.all(names.map((name) => readFile(`${CLI}/${name}`, "utf8")));
  return [
    ...find("OpenAPI", document, /"name":"Idempotency-Key".*?"description":"(.*?)"/g),
    ...find(
      "Postman",
      JSON.stringify(postmanCollection(SERVER)),
      /"key":"Idempotency-Key".*?"description":"(.*?)"/g,
    ),
    ...find(
      "MCP",
      JSON.stringify(TOOLS.map(({ inputSchema }) => inputSchema)),
      /"idempotencyKey":\{.*?"description":"(.*?)"/g,
    ),
    ...helps.flatMap((help) => find("CLI", help, /--idempotency-key <key> +(.*)/g)),
    ...find("sample", SAMPLES.idempotency.code, /KEY=(.*)/g),
  ];
}

function find(where: string, text: string, pattern: RegExp): [string, string][] {
  return [...text.matchAll(pattern)].map(([, found = ""]) => [where, found]);
}

it("recommends random keys wherever a key is described, because all callers share one space", async () => {
  const found = await texts();
  expect(new Set(found.map(([where]) => where)).size).toBe(5);
  for (const [where, text] of found) expect(text, where).toMatch(/random|\brand\b/);
  const guide = await readFile("app/docs/(guide)/idempotency/page.tsx", "utf8");
  expect(guide).toContain("IDEMPOTENCY_KEY_ADVICE");
});

it.each([
  "packages/client/README.md",
  "packages/client/src/client-types.ts",
  "app/docs/(guide)/idempotency/page.tsx",
])("says that an abort has no key, because its reason is thrown unchanged: %s", async (path) => {
  const text = (await readFile(path, "utf8")).replace(/[\s*]+/g, " ");
  expect(text).toMatch(/reason of the signal[^.]*(without a|has no) key/);
});
