import { expect, it } from "vitest";
import { reportRequest } from "@/lib/features/moderation/schema";
import { alertVariables } from "@/lib/schemas/environment/alerts";
import { IDENTITY_RULES } from "@/lib/schemas/identity";

it.each(["", "ada", "ada@", `${"a".repeat(4_000)}@example.com`])(
  "an email address says what is wrong with it, whatever its length: %#",
  (text) => {
    const { error } = IDENTITY_RULES.email.safeParse(text);
    expect(error?.issues.map(({ message }) => message)).toEqual(["must be a valid email address"]);
  },
);

/** Whether each schema of an email address accepts it. */
function acceptances(email: string): boolean[] {
  const target = { kind: "token", chain: "base", tokenAddress: `0x${"1".repeat(40)}` };
  return [
    IDENTITY_RULES.email.safeParse(email).success,
    reportRequest.safeParse({ ...target, reason: "scam", email }).success,
    alertVariables.ALERT_EMAILS.safeParse(email).success,
  ];
}

it.each([
  "ada@example.com",
  "ada.o'hara+token@mail.example.com",
  "a@xn--e1afmkfd.xn--p1ai",
  "first&last@x.com",
  "a=b@x.com",
  "a/b@x.com",
  "a?b@x.com",
  `${"a".repeat(64)}@x.com`,
])("accepts the email address %s, also in reports and for alerts", (email) => {
  expect(acceptances(email)).toEqual([true, true, true]);
});

it.each([
  "a@b",
  ".a@x.com",
  "a..b@x.com",
  "a@x..com",
  "a@-x.com",
  "a@1.2.3.4",
  "a b@x.com",
  '"a b"@x.com',
  "a@x.com>",
  "<a@x.com>",
  "a@x.com;b@x.com",
  "a@b@x.com",
  "a\r\nBcc: b@x.com",
  "a@x.com\r\nBcc: b@x.com",
  "=?utf-8?q?=61=40b.com?=@x.com",
  `${"a".repeat(65)}@x.com`,
  `a@${"x.".repeat(130)}com`,
])("rejects the email address %j", (email) => {
  expect(acceptances(email)).toEqual([false, false, false]);
});
