import type { FormIssue } from "@/components/ui/hooks/focus-first-issue";
import { RECIPIENTS_MAX, SPLIT_TOTAL } from "@/lib/features/managers/rules/fee-split";
import { IDENTITY_RULES } from "@/lib/schemas/identity";
import { type IdentityType, normalizeIdentity } from "@/lib/shared/identity";
import { formatExact } from "@/lib/web/format/format-decimal";
import { explainPercent, formatPercent } from "@/lib/web/format/percent";
import { cleanIdentityInput } from "./clean-identity-input";
import type { RecipientRow } from "./parse-recipients";
import { getShares } from "./split-draft";

const NOUNS = {
  email: "an email address",
  twitter: "an X username",
  farcaster: "a Farcaster username",
  wallet: "a wallet address",
} as const satisfies Record<IdentityType, string>;

/** Validates an identity. Returns a message that follows the field label, or null. */
export function validateIdentity(type: IdentityType, id: string): string | null {
  const text = cleanIdentityInput(type, id);
  if (text === "") return `Enter ${NOUNS[type]}.`;
  const message = IDENTITY_RULES[type].safeParse(text).error?.issues[0]?.message;
  if (message === undefined) return null;
  if (type === "email") return "must be an email address, such as ada@example.com";
  return /checksum/.test(message) ? "has an invalid checksum. Copy the address again." : message;
}

/** Validates a manager address. Returns a message that follows the field label, or null. */
export function validateManagerAddress(text: string): string | null {
  return text.trim() === "" ? "Enter a manager address." : validateIdentity("wallet", text);
}

/** Validates the recipients and shares of a split. Issues are at form paths. */
export function validateRecipients(split: {
  splitMode: "equal" | "custom";
  recipients: readonly RecipientRow[];
}): FormIssue[] {
  const { splitMode, recipients } = split;
  if (recipients.length === 0) return [whole("Add at least one recipient.")];
  if (recipients.length > RECIPIENTS_MAX) {
    return [whole(`A split can have at most ${RECIPIENTS_MAX} recipients.`)];
  }
  const seen = new Set<string>();
  const issues = recipients.flatMap(({ type, id, share }, index): FormIssue[] => {
    const key = Object.values(normalizeIdentity(type, cleanIdentityInput(type, id))).join(" ");
    const isTwice = seen.has(key);
    seen.add(key);
    const name = withSubject("This", validateIdentity(type, id));
    const issue = name ?? (isTwice ? "This recipient is already in the list." : null);
    const unread = splitMode === "custom" ? explainShare(share) : null;
    return [
      ...(issue === null ? [] : [{ path: ["recipients", index, "id"], message: issue }]),
      ...(unread === null ? [] : [{ path: ["recipients", index, "share"], message: unread }]),
    ];
  });
  const sum = getShares({ splitMode, recipients: [...recipients] }).reduce<number>(
    (total, share) => total + (share ?? 0),
    0,
  );
  const isReadable = issues.every(({ path }) => path[2] !== "share");
  return isReadable && sum !== SPLIT_TOTAL ? [...issues, whole(explainSum(sum))] : issues;
}

/** Describes how far shares are from 100%. */
function explainSum(sum: number): string {
  const gap = formatExact(formatPercent(Math.abs(SPLIT_TOTAL - sum), 5));
  return sum < SPLIT_TOTAL
    ? `Shares must add up to 100%: ${gap}% is unassigned.`
    : `Shares must add up to 100%: ${gap}% over.`;
}

function explainShare(share: string): string | null {
  const unread = withSubject("Share", explainPercent(share, 5));
  return unread ?? (/[1-9]/.test(share) ? null : "Share must be above 0%");
}

function whole(message: string): FormIssue {
  return { path: ["recipients"], message };
}

function withSubject(subject: string, message: string | null): string | null {
  return message !== null && /^(must|may|has)\b/.test(message) ? `${subject} ${message}` : message;
}
