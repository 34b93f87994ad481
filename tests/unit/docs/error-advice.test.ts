import { describe, expect, it } from "vitest";
import { ERROR_ADVICE } from "@/components/docs/error-advice";
import { ACCOUNT_OPERATIONS, ADMIN_OPERATIONS, OPERATIONS } from "@/lib/operations/all";

const ALL = Object.values({ ...OPERATIONS, ...ACCOUNT_OPERATIONS, ...ADMIN_OPERATIONS });
const NARROW = [
  { claim: /only the operator's console/i, apis: ["admin"] },
  { claim: /only the pages of this site/i, apis: ["account", "admin"] },
];

describe("the advice of an error", () => {
  it.each(Object.entries(ERROR_ADVICE))(
    "%s is not narrower than its operations",
    (code, advice) => {
      const errors = ALL.filter((operation) => operation.errors.some((one) => one === code));
      for (const { claim, apis } of NARROW.filter(({ claim }) => claim.test(advice))) {
        const others = errors.filter(({ api }) => !apis.includes(api)).map(({ id }) => id);
        expect(others, String(claim)).toEqual([]);
      }
    },
  );

  it("names the management secret where webhooks return the error without it", () => {
    for (const code of ["not_signed_in", "webhook_not_found"] as const) {
      expect(ERROR_ADVICE[code]).toContain("management secret");
    }
  });

  it("names every kind of content that the operator can remove", () => {
    for (const kind of ["image", "video", "token"]) {
      expect(ERROR_ADVICE.content_removed).toContain(kind);
    }
  });
});
