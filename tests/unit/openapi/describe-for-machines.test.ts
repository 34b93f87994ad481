import { describe, expect, it } from "vitest";
import { limitRows } from "@/components/docs/describe-limits";
import { describeForMachines } from "@/lib/openapi/describe-for-machines";
import { OPERATIONS } from "@/lib/operations/all";
import { LIMITS } from "@/lib/operations/limits";
import { type Brand, DEFAULT_BRAND } from "@/lib/shared/brand";

/** llms.txt of a launchpad with this brand. */
const textFor = (brand: Partial<Brand>) =>
  describeForMachines({
    origin: "https://launch.example.com",
    brand: { ...DEFAULT_BRAND, ...brand },
    chains: ["base"],
  });

describe("documents generated from the operations", () => {
  it("llms.txt lists every public operation and both OpenAPI documents", () => {
    const text = textFor({});
    for (const { method, path, api: own } of Object.values(OPERATIONS)) {
      if (own === "system") continue;
      expect(text).toContain(`- ${method} ${path}: `);
    }
    expect(text).toContain("OpenAPI: https://launch.example.com/openapi/launch.json");
    expect(text).toContain("OpenAPI: https://launch.example.com/openapi/data.json");
  });

  it("llms.txt links only pages of the guide that the brand shows", () => {
    expect(textFor({})).toContain("/docs/self-hosting");
    const own = textFor({ isOwn: true });
    expect(own).toContain("https://launch.example.com/docs/launching");
    expect(own).not.toContain("/docs/self-hosting");
    expect(textFor({ isOwn: true, hidden: ["docs"] })).not.toContain("launch.example.com/docs");
  });

  it("the table of limits has every policy that counts a public operation", () => {
    const used = Object.values(OPERATIONS).flatMap(({ limit }) => (limit ? [limit.policy] : []));
    const rows = limitRows();
    for (const policy of new Set(used)) {
      const row = rows.find(({ name }) => name === policy);
      expect(row, policy).toMatchObject({ quota: LIMITS[policy].quota });
      expect(row?.endpoints.length).toBeGreaterThan(0);
    }
  });
});
