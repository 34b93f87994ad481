import { sharesOf } from "@/components/launch/form/launch-form";
import type { FormIssue } from "@/components/ui/hooks/focus-first-issue";
import { explainPercent, formatPercent } from "@/lib/client/percent";
import { RECIPIENTS_MAX, SPLIT_TOTAL } from "@/lib/domain/fee-split";
import { type IdentityType, normalizeIdentity } from "@/lib/domain/identity";
import { IDENTITY_RULES } from "@/lib/schemas/identity";
import { tidyIdentity } from "./normalize-identity";
import type { RecipientRow } from "./parse-recipients";

const NOUNS = {
  email: "an email address",
  twitter: "an X username",
  farcaster: "a Farcaster username",
  wallet: "a wallet address",
} as const satisfies Record<IdentityType, string>;

/** Why a person's name is refused, in words that follow its label; null when it is not. */
export function explainIdentity(type: IdentityType, id: string): string | null {
  const text = tidyIdentity(type, id);
  if (text === "") return `Enter ${NOUNS[type]}.`;
  const message = IDENTITY_RULES[type].safeParse(text).error?.issues[0]?.message;
  if (message === undefined) return null;
  if (type === "email") return "must be an email address, such as ada@example.com";
  return /checksum/.test(message)
    ? "has a typo: its upper and lower case don’t fit. Copy it again."
    : message;
}

/** Why a text is no manager's address, in words that follow its label; null when it is one. */
export function explainManagerAddress(text: string): string | null {
  return text.trim() === "" ? "Enter the manager’s address." : explainIdentity("wallet", text);
}

/** What is wrong with the people of a split, in percent and at the form's own paths. */
export function recipientIssues(split: {
  splitMode: "equal" | "custom";
  recipients: readonly RecipientRow[];
}): FormIssue[] {
  const { splitMode, recipients } = split;
  if (recipients.length === 0) return [whole("Add at least one person.")];
  if (recipients.length > RECIPIENTS_MAX) {
    return [whole(`A split has ${RECIPIENTS_MAX} people at most.`)];
  }
  const seen = new Set<string>();
  const issues = recipients.flatMap(({ type, id, share }, index): FormIssue[] => {
    const key = Object.values(normalizeIdentity(type, tidyIdentity(type, id))).join(" ");
    const isTwice = seen.has(key);
    seen.add(key);
    const name = withSubject("This", explainIdentity(type, id));
    const mistake = name ?? (isTwice ? "This person is in the list already." : null);
    const unread = splitMode === "custom" ? explainShare(share) : null;
    return [
      ...(mistake === null ? [] : [{ path: ["recipients", index, "id"], message: mistake }]),
      ...(unread === null ? [] : [{ path: ["recipients", index, "share"], message: unread }]),
    ];
  });
  const sum = sharesOf({ splitMode, recipients: [...recipients] }).reduce<number>(
    (total, share) => total + (share ?? 0),
    0,
  );
  const isReadable = issues.every(({ path }) => path[2] !== "share");
  return isReadable && sum !== SPLIT_TOTAL ? [...issues, whole(explainSum(sum))] : issues;
}

/** How far shares are from 100%, in words. */
export function explainSum(sum: number): string {
  const gap = formatPercent(Math.abs(SPLIT_TOTAL - sum), 5);
  return sum < SPLIT_TOTAL
    ? `Shares must sum to 100%: ${gap}% is left to give.`
    : `Shares must sum to 100%: ${gap}% is too much.`;
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
