import type { ServiceContext } from "../../context";
import { AppError } from "../../domain/errors";
import { hasDuplicates, type Recipient, type RecipientRequest } from "../../domain/fee-split";

/** Wallets that are resolved at the same time; a wallet provider counts calls. */
const AT_ONCE = 8;

/**
 * Resolves every recipient to its wallet.
 * @throws AppError duplicate_recipients when two of them resolve to one wallet
 */
export async function resolveRecipients(
  ctx: ServiceContext,
  requests: readonly RecipientRequest[],
): Promise<Recipient[]> {
  const recipients: Recipient[] = [];
  for (let start = 0; start < requests.length; start += AT_ONCE) {
    const batch = requests.slice(start, start + AT_ONCE).map(async (request) => {
      const { address } = await ctx.wallets.resolve(request.identity);
      const { splitMicroPercent, original, identity } = request;
      return { account: address, splitMicroPercent, original, type: identity.type };
    });
    recipients.push(...(await Promise.all(batch)));
  }
  if (hasDuplicates(recipients.map(({ account }) => account))) {
    throw new AppError("duplicate_recipients", "Duplicate addresses found in fee split recipients");
  }
  return recipients;
}
