import { z } from "zod";
import { equalSplit } from "@/lib/features/managers/rules/fee-split";
import { IDENTITY_TYPES } from "@/lib/shared/identity";
import { formatPercent, parsePercent } from "@/lib/web/format/percent";
import { cleanIdentityInput } from "./clean-identity-input";

/** The form fields of a split: its recipients, with shares as typed. */
export const splitFields = {
  splitMode: z.enum(["equal", "custom"]),
  recipients: z.array(
    z.object({ type: z.enum(IDENTITY_TYPES), id: z.string(), share: z.string() }),
  ),
};
const splitInput = z.object(splitFields);
type SplitInput = z.output<typeof splitInput>;
type Recipients = SplitInput["recipients"];

/**
 * The recipients of a request body, with shares in micro-percent if they are custom. Unparsable shares
 * are passed through for the schema to reject.
 */
export function toRecipients({ splitMode, recipients }: SplitInput) {
  return recipients.map(({ type, id, share }) => ({
    type,
    id: cleanIdentityInput(type, id),
    ...(splitMode === "custom" ? { split: String(parsePercent(share, 5) ?? share) } : {}),
  }));
}

/** Share of each recipient in micro-percent; null when invalid. */
export function getShares({ splitMode, recipients }: SplitInput): readonly (number | null)[] {
  if (recipients.length === 0) return [];
  if (splitMode === "equal") return equalSplit(recipients.length);
  return recipients.map(({ share }) => parsePercent(share, 5));
}

/** Sets equal shares; the last recipient gets the remainder. */
export function splitEqually(recipients: Recipients): Recipients {
  if (recipients.length === 0) return [];
  const shares = equalSplit(recipients.length);
  return recipients.map((row, index) => ({ ...row, share: formatPercent(shares[index] ?? 0, 5) }));
}

/** The rows as custom shares: those that were typed before, or equal ones to start from. */
export function withCustomShares(recipients: Recipients): Recipients {
  return recipients.some(({ share }) => share !== "") ? recipients : splitEqually(recipients);
}
