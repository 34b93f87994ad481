import { formatSplit, type Recipient } from "./rules/fee-split";

/** Recipients of a fee split manager as responses show them. */
export function renderRecipients(recipients: readonly Recipient[]) {
  return recipients.map(({ account, splitMicroPercent, type, original }) => ({
    address: account,
    percentage: formatSplit(splitMicroPercent),
    originalInput: { type, id: original },
  }));
}
