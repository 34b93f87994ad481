import fc from "fast-check";
import { getAddress } from "viem";
import { describe, expect, it } from "vitest";
import { RECIPIENTS_MAX, SPLIT_TOTAL } from "@/lib/features/managers/rules/fee-split";
import { recipientSpec } from "@/lib/schemas/recipients";

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .filter((bytes) => bytes.some((byte) => byte !== 0))
  .map((bytes) => getAddress(`0x${Buffer.from(bytes).toString("hex")}`));
const username = fc.stringMatching(/^[A-Za-z0-9_]{1,15}$/);
const person = fc.oneof(
  address.map((id) => ({ type: "wallet", id })),
  username.map((id) => ({ type: "twitter", id })),
  username.map((id) => ({ type: "farcaster", id: `@${id}` })),
  username.map((name) => ({ type: "email", id: `${name.replaceAll("_", "x")}@example.com` })),
);
const people = fc.uniqueArray(person, {
  minLength: 1,
  maxLength: RECIPIENTS_MAX,
  selector: ({ type, id }) => `${type}:${id.toLowerCase().replace("@", "")}`,
});

/** Splits the total into one positive part per recipient. */
function cut(count: number, seeds: readonly number[]): number[] {
  const parts = Array.from({ length: count }, (_, i) => 1 + ((seeds[i] ?? 0) % 1000));
  const rest = SPLIT_TOTAL - parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part, i) => (i === 0 ? part + rest : part));
}

describe("recipientSpec", () => {
  it("shares equally among the accepted recipients, to exactly 100%", () => {
    fc.assert(
      fc.property(people, (spec) => {
        const recipients = recipientSpec.parse(spec);
        const shares = recipients.map(({ splitMicroPercent }) => splitMicroPercent);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(SPLIT_TOTAL);
        expect(recipients.map(({ original }) => original)).toEqual(spec.map(({ id }) => id));
      }),
    );
  });

  it("keeps custom shares unchanged and rejects any other sum", () => {
    const seeds = fc.array(fc.nat(), { minLength: RECIPIENTS_MAX, maxLength: RECIPIENTS_MAX });
    const error = fc.integer({ min: -1000, max: 1000 });
    fc.assert(
      fc.property(people, seeds, error, fc.boolean(), (spec, numbers, wrong, asText) => {
        const shares = cut(spec.length, numbers);
        const write = (share: number) => (asText ? String(share) : share);
        const given = spec.map((one, i) => ({ ...one, split: write(shares[i] ?? 0) }));
        const parsed = recipientSpec.parse(given);
        expect(parsed.map(({ splitMicroPercent }) => splitMicroPercent)).toEqual(shares);
        if (wrong === 0) return;
        const off = given.map((one, i) =>
          i === 0 ? { ...one, split: (shares[0] ?? 0) + wrong } : one,
        );
        expect(recipientSpec.safeParse(off).success).toBe(false);
      }),
    );
  });

  it("never throws, for any input", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        recipientSpec.safeParse(value);
        recipientSpec.safeParse([value]);
        recipientSpec.safeParse([{ type: value, id: value, split: value }]);
      }),
    );
  });

  it("treats spellings of one identity as the same recipient", () => {
    fc.assert(
      fc.property(username, (name) => {
        const twice = [
          { type: "twitter", id: name.toLowerCase() },
          { type: "twitter", id: `@${name.toUpperCase()}` },
        ];
        const parsed = recipientSpec.safeParse(twice);
        expect(parsed.error?.issues[0]?.message).toBe(
          "Duplicate addresses found in fee split recipients",
        );
      }),
    );
  });
});
