import { describe, expect, it } from "vitest";
import {
  decodeManagerKind,
  encodeManagerKind,
  MANAGER_KINDS,
  MANAGER_TYPES,
  managerTypeOf,
  requireManagerKind,
  splitKindOf,
} from "@/lib/features/managers/rules/manager-kind";
import { CHAIN_SLUGS } from "@/lib/shared/chains";

describe("manager kind", () => {
  // The deployed factory and stored rows use these numbers: none may change.
  it.each([
    ["none", 0],
    ["revenue", 1],
    ["static_split", 2],
    ["dynamic_split", 3],
  ] as const)("encodes %s as %i and decodes it again", (kind, code) => {
    expect(encodeManagerKind(kind)).toBe(code);
    expect(decodeManagerKind(code)).toBe(kind);
  });

  it.each([-1, 4, 255, 1.5, Number.NaN])("rejects the number %d", (code) => {
    expect(() => decodeManagerKind(code)).toThrow(TypeError);
  });

  it("rejects 0 for a launch with a manager", () => {
    expect(() => requireManagerKind(0)).toThrow(TypeError);
    expect(requireManagerKind(2)).toBe("static_split");
  });

  it("has the names of the Data API, each once", () => {
    expect(MANAGER_KINDS.map(managerTypeOf)).toEqual(["revenue", "feeSplit", "dynamicFeeSplit"]);
    expect(MANAGER_TYPES).toEqual(["revenue", "feeSplit", "dynamicFeeSplit"]);
  });

  it("creates dynamic splits on robinhood and static ones elsewhere", () => {
    expect(CHAIN_SLUGS.map((chain) => [chain, splitKindOf(chain)])).toEqual([
      ["base", "static_split"],
      ["base-sepolia", "static_split"],
      ["robinhood", "dynamic_split"],
    ]);
  });
});
