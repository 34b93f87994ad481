import { z } from "zod";
import {
  equalSplit,
  RECIPIENTS_MAX,
  type RecipientRequest,
  SPLIT_TOTAL,
} from "@/lib/features/managers/rules/fee-split";
import { IDENTITY_TYPES, type IdentityType } from "@/lib/shared/identity";
import { IDENTITY_RULES, toIdentity } from "./identity";
import { documentAs, wholeNumberForm } from "./wire-form";

const DUPLICATES_TEXT = "Duplicate addresses found in fee split recipients";

const entry = z.object({
  type: z.enum(IDENTITY_TYPES),
  id: documentAs(z.string(), { type: "string", minLength: 1, maxLength: 254 }),
  split: documentAs(
    z.union([z.string(), z.number()]),
    wholeNumberForm({ min: 1, max: SPLIT_TOTAL }),
  )
    .nullish()
    .meta({
      description: "Micro-percent as text: 3333333 is 33.33333%. All recipients or none have one.",
    }),
});
type Entry = z.output<typeof entry>;
const recipientAddress = documentAs(z.string(), {
  type: "string",
  pattern: "^0x[0-9a-fA-F]{40}$",
});
/** The length limit is checked below, with its own error text. */
const LENGTH = { minItems: 1, maxItems: RECIPIENTS_MAX };

/**
 * Recipients of fees: addresses, or `{type, id}`, or `{type, id, split}`. Without `split` the
 * shares are equal; with it they must add up to exactly 10000000.
 */
export const recipientSpec = z
  .union([z.array(recipientAddress).meta(LENGTH), z.array(entry).meta(LENGTH)], {
    error: ({ input }) => describeEntries(input),
  })
  .transform((entries, ctx): RecipientRequest[] => {
    const refuse = (message: string, path: (string | number)[] = []) => {
      ctx.addIssue({ code: "custom", message, path, params: { code: "invalid_recipient" } });
    };
    if (entries.length === 0) refuse("At least one fee split recipient is required");
    if (entries.length > RECIPIENTS_MAX) {
      refuse(`At most ${RECIPIENTS_MAX} fee split recipients are allowed`);
      return z.NEVER;
    }
    const objects = entries.map((value) =>
      typeof value === "string" ? { type: "wallet" as const, id: value } : value,
    );
    const splits = readSplits(objects, refuse);
    const recipients = objects.flatMap(({ type, id }, index) => {
      const parsed = IDENTITY_RULES[type].safeParse(id);
      if (!parsed.success) {
        refuse(`Invalid fee split recipient ${NOUNS[type]}: ${id.slice(0, 200)}`, [index, "id"]);
        return [];
      }
      const identity = toIdentity(type, parsed.data);
      return [{ identity, splitMicroPercent: splits[index] ?? 0, original: id }];
    });
    const keys = recipients.map(({ identity }) => `${identity.type}:${identity.id}`);
    if (new Set(keys).size !== keys.length) {
      const params = { code: "duplicate_recipients" };
      ctx.addIssue({ code: "custom", message: DUPLICATES_TEXT, params });
    }
    return recipients;
  });

const anyType = z.object({ type: z.string() });

function describeEntries(input: unknown): string {
  const types = Array.isArray(input) ? input.map((one) => anyType.safeParse(one).data?.type) : [];
  const unknown = types.findIndex((type) => !IDENTITY_TYPES.some((one) => one === (type ?? one)));
  if (unknown !== -1) {
    const text = `${types[unknown]}`.slice(0, 50);
    return `Invalid fee split recipient type: ${text}. Use one of ${IDENTITY_TYPES.join(", ")}`;
  }
  return "must be an array of addresses, or of objects with type, id and, for all or none, split";
}

const NOUNS = {
  wallet: "address",
  email: "email address",
  twitter: "X username",
  farcaster: "Farcaster username",
} as const satisfies Record<IdentityType, string>;

/** The share of each entry in micro-percent; empty when they are invalid and issues were added. */
function readSplits(
  entries: readonly Pick<Entry, "split">[],
  refuse: (message: string, path?: (string | number)[]) => void,
): number[] {
  const given = entries.filter(({ split }) => split !== undefined && split !== null);
  if (given.length === 0) return entries.length === 0 ? [] : equalSplit(entries.length);
  if (given.length !== entries.length) {
    refuse("If any fee split recipient has a split, all must have one");
    return [];
  }
  const splits = entries.map(({ split }, index) => {
    const text = String(split).trim();
    const value = /^\d{1,8}$/.test(text) ? Number(text) : 0;
    if (value <= 0) refuse(`Invalid fee split: ${text.slice(0, 50)}`, [index, "split"]);
    return value;
  });
  const sum = splits.reduce((total, split) => total + split, 0);
  if (sum !== SPLIT_TOTAL) refuse(`Fee splits must sum to exactly ${SPLIT_TOTAL}, not ${sum}`);
  return splits;
}
