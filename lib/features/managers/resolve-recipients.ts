import type { Address } from "viem";
import type { ServiceContext } from "@/lib/context";
import type { CallerLimits } from "@/lib/http/limits/caller-limits";
import { AppError, toAppError } from "@/lib/shared/errors";
import type { Identity } from "@/lib/shared/identity";
import { previewWallet } from "./preview-wallet";
import { hasDuplicates, type Recipient, type RecipientRequest } from "./rules/fee-split";

/** Wallets resolved concurrently; wallet providers have rate limits. */
const AT_ONCE = 8;

/**
 * Every recipient with its wallet, or a placeholder if it has none yet. Creates no wallet.
 * @throws AppError duplicate_recipients if two recipients have one wallet
 */
export function previewRecipients(
  ctx: Pick<ServiceContext, "wallets">,
  requests: readonly RecipientRequest[],
): Promise<Recipient[]> {
  return eachRecipient(requests, ({ identity }) => previewWallet(ctx, identity));
}

/**
 * Rejects recipients with known duplicates, and people that do not exist, before the first wallet of a
 * request is created.
 * @param people also those who are no recipients
 * @param limit counts each username that is looked up at X or Farcaster
 * @throws AppError duplicate_recipients, rate_limited, and what `check` of the wallet provider throws
 */
export async function requireResolvable(
  ctx: Pick<ServiceContext, "wallets">,
  {
    recipients,
    people,
    limit,
  }: {
    recipients: readonly RecipientRequest[];
    people: readonly Identity[];
    limit: CallerLimits["limit"];
  },
): Promise<void> {
  await previewRecipients(ctx, recipients);
  const identities = [...people, ...recipients.map(({ identity }) => identity)];
  for (let start = 0; start < identities.length; start += AT_ONCE) {
    const batch = identities.slice(start, start + AT_ONCE);
    await Promise.all(batch.map((identity) => ctx.wallets.check(identity, () => limit("lookup"))));
  }
}

/**
 * Counts the identities that have no wallet yet, each once, for a request whose gas the service does not pay;
 * the gas budget bounds those of others. Call it after all other checks and limits, directly before the
 * wallets are created: otherwise refused requests use up what all callers share.
 * @throws AppError rate_limited, dependency_unavailable when too many wallets were created for all callers
 */
export async function countNewWallets(
  ctx: Pick<ServiceContext, "wallets">,
  identities: readonly Identity[],
  limit: CallerLimits["limit"],
): Promise<void> {
  const byName = new Map(
    identities.map((identity) => [`${identity.type}:${identity.id}`, identity]),
  );
  for (const identity of byName.values()) {
    if ((await ctx.wallets.find(identity)) !== null) continue;
    await limit("newWallet");
    await limit("newWalletAll", "all callers").catch((cause: unknown) => {
      const { code, retryAfterSeconds } = toAppError(cause);
      if (code !== "rate_limited") throw cause;
      const text = "Too many managed wallets were created. Try again later, or name wallets.";
      const retry = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
      throw new AppError("dependency_unavailable", text, { cause, ...retry });
    });
  }
}

/**
 * Resolves every recipient to its wallet, after `requireResolvable`.
 * @throws AppError duplicate_recipients if two recipients resolve to one wallet
 */
export function resolveRecipients(
  ctx: Pick<ServiceContext, "wallets">,
  requests: readonly RecipientRequest[],
): Promise<Recipient[]> {
  return eachRecipient(requests, ({ identity }) => ctx.wallets.resolve(identity));
}

async function eachRecipient(
  requests: readonly RecipientRequest[],
  toWallet: (request: RecipientRequest) => Promise<{ address: Address }>,
): Promise<Recipient[]> {
  const recipients: Recipient[] = [];
  for (let start = 0; start < requests.length; start += AT_ONCE) {
    const batch = requests.slice(start, start + AT_ONCE).map(async (request) => {
      const { address } = await toWallet(request);
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
