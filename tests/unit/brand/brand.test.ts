import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readBrand } from "@/lib/drivers/brand/read-brand";
import { brandKey, DEFAULT_BRAND } from "@/lib/shared/brand";
import { brandColors, contrast } from "@/lib/shared/brand-colors";
import { folderWith } from "../../setup/folder-with";

const brandOf = (value: object) => readBrand(folderWith({ "brand.json": JSON.stringify(value) }));

describe("a brand", () => {
  it("is the default one without a folder", () => {
    expect(readBrand(null)).toEqual({ brand: DEFAULT_BRAND, assets: [] });
  });

  it("needs a name only, and its icons replace ours", () => {
    const folder = folderWith({
      "brand.json": '{"name":"Acme"}',
      "logo.svg": "<svg/>",
      "favicon.ico": "x",
      "other.png": "x",
    });
    const { brand, assets } = readBrand(folder);
    expect(brand).toMatchObject({ name: "Acme", logo: "/brand/logo.svg", colors: null, links: [] });
    expect(assets.map(({ path, type }) => [path, type])).toEqual([
      ["/brand/logo.svg", "image/svg+xml"],
      ["/favicon.ico", "image/x-icon"],
    ]);
  });

  it.each([
    [{}, "name"],
    [{ name: "" }, "name"],
    [{ name: "x".repeat(31) }, "name"],
    [{ name: "<b>Acme</b>" }, "plain text"],
    [{ name: "Ac\u202Eme" }, "plain text"],
    [{ name: "Acme", color: "red" }, "color"],
    [{ name: "Acme", accent: { light: "red", dark: "#ffffff" } }, "#rrggbb"],
    [{ name: "Acme", links: [{ title: "x", href: "javascript:alert(1)" }] }, "https://"],
    [{ name: "Acme", defaultChain: "ethereum" }, "defaultChain"],
    [{ name: "Acme", hidden: ["launch"] }, "hidden"],
  ])("stops the start if it is wrong: %j", (value, problem) => {
    expect(() => brandOf(value)).toThrow(problem);
  });

  it("stops the start if a file is missing, no JSON or huge", () => {
    expect(() => readBrand("/nowhere/at/all")).toThrow("BRAND_FOLDER: brand.json cannot be read");
    expect(() => readBrand(folderWith({ "brand.json": "{" }))).toThrow("not valid JSON");
    const huge = { "brand.json": '{"name":"Acme"}', "logo.svg": "x".repeat(1_000_001) };
    expect(() => readBrand(folderWith(huge))).toThrow("larger than 1 MB");
  });

  it.each([
    ["Slipway", "slipway"],
    ["Acme Launch", "acme-launch"],
    [" Café 1! ", "cafe-1"],
    ["発射台", "launchpad"],
  ])("is for programs: %s → %s", (name, key) => {
    expect(brandKey(name)).toBe(key);
  });

  it("is readable whatever its accent is", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
    const color = fc
      .integer({ min: 0, max: 0xffffff })
      .map((value) => `#${value.toString(16).padStart(6, "0")}`);
    fc.assert(
      fc.property(color, color, (light, dark) => {
        const colors = brandColors({ light, dark });
        for (const { accent, ink } of Object.values(colors)) {
          expect(contrast(accent, ink)).toBeGreaterThanOrEqual(4.5);
        }
        expect(contrast(colors.light.text, "#f3f6f8")).toBeGreaterThanOrEqual(4.5);
        expect(contrast(colors.dark.text, "#0c1116")).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
});
