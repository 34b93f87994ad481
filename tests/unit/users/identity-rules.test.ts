import { expect, it } from "vitest";
import { IDENTITY_RULES } from "@/lib/schemas/identity";

it.each(["", "ada", "ada@", `${"a".repeat(4_000)}@example.com`])(
  "an email address says what is wrong with it, whatever its length: %#",
  (text) => {
    const { error } = IDENTITY_RULES.email.safeParse(text);
    expect(error?.issues.map(({ message }) => message)).toEqual(["must be a valid email address"]);
  },
);
