import { describe, expect, it } from "vitest";
import { readLegalPages } from "@/lib/drivers/legal/read-legal-pages";
import { readEnv } from "@/lib/env";
import { folderWith } from "../../setup/folder-with";

describe("legal pages", () => {
  it("are those whose files exist, in the order of the footer", () => {
    const folder = folderWith({ "imprint.md": "We.", "terms.md": "# One\n\n*Two*", "x.md": "No." });
    expect(readLegalPages(folder)).toEqual([
      { name: "terms", title: "Terms", html: "<h2>One</h2>\n<p><em>Two</em></p>\n" },
      { name: "imprint", title: "Imprint", html: "<p>We.</p>\n" },
    ]);
    expect(readLegalPages(null)).toEqual([]);
  });

  it("stop the start if the folder has none, or a text is huge", () => {
    expect(() => readLegalPages(folderWith({}))).toThrow("LEGAL_FOLDER");
    expect(() => readLegalPages("/nowhere/at/all")).toThrow("LEGAL_FOLDER");
    const folder = folderWith({ "terms.md": "x".repeat(1_000_001) });
    expect(() => readLegalPages(folder)).toThrow("larger than 1 MB");
  });

  it.each([
    ["<script>alert(1)</script>", "<script"],
    ["a <img src=x onerror=alert(1)> b", "<img"],
    ["![x](https://tracker.example/x.png)", "<img"],
    ["[x](javascript:alert(1))", "<a"],
    ["[x](//elsewhere.example)", "<a"],
    ['[x](https://a.example/"onclick="alert(1))', '"onclick'],
    ["[x](https://a.example/'onclick='alert)", "'onclick"],
  ])("have no HTML of their own: %s", (markdown, unwanted) => {
    const [page] = readLegalPages(folderWith({ "dmca.md": markdown }));
    expect(page?.html).not.toContain(unwanted);
  });
});

describe("refused regions", () => {
  const read = (variables: Record<string, string>) => readEnv({ NODE_ENV: "test", ...variables });

  it("need the header, and are two letters each", () => {
    expect(() => read({ REFUSED_REGIONS: "KP" })).toThrow("REGION_HEADER");
    expect(() => read({ REGION_HEADER: "cf-ipcountry" })).toThrow("REFUSED_REGIONS");
    expect(() => read({ REGION_HEADER: "x", REFUSED_REGIONS: "Korea" })).toThrow("two letters");
  });
});
