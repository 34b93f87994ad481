import { describe, expect, it } from "vitest";
import { ERROR_ADVICE } from "@/components/docs/error-advice";

describe("the advice of an error", () => {
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
