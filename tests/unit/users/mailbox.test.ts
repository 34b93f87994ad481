import { expect, it } from "vitest";
import { mailboxOf } from "@/lib/features/users/rules/mailbox";

it.each([
  ["ada@example.com", "ada@example.com"],
  ["ada+1@example.com", "ada@example.com"],
  ["ada+1+2@example.com", "ada@example.com"],
  ["a.da@example.com", "a.da@example.com"],
  ["a.d.a+x.y@gmail.com", "ada@gmail.com"],
  ["ada@googlemail.com", "ada@gmail.com"],
  ["+1@example.com", "+1@example.com"],
])("limits emails to %s as those to %s", (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
