import { describe, expect, it } from "vitest";
import { limitRows } from "@/components/docs/describe-limits";
import { describeForMachines } from "@/lib/openapi/describe-for-machines";
import { OPERATIONS } from "@/lib/operations/all";
import { LIMITS } from "@/lib/operations/limits";

describe("documents generated from the operations", () => {
  it("llms.txt lists every public operation and both OpenAPI documents", () => {
    const text = describeForMachines({
      origin: "https://launch.example.com",
      name: "Slipway",
      chains: ["base"],
    });
    for (const { method, path, api: own } of Object.values(OPERATIONS)) {
      if (own === "system") continue;
      expect(text).toContain(`- ${method} ${path}: `);
    }
    expect(text).toContain("OpenAPI: https://launch.example.com/openapi/launch.json");
    expect(text).toContain("OpenAPI: https://launch.example.com/openapi/data.json");
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
