import type { Address } from "viem";
import type { ServiceContext } from "@/lib/context";
import { CallRevertedError } from "@/lib/drivers/chain/chain-types";
import type { LaunchChain } from "@/lib/drivers/chain/create-launch-chain";
import type { AccountReader } from "@/lib/drivers/chain/readers/create-account-reader";
import type { ManagerReader } from "@/lib/drivers/chain/readers/create-manager-reader";
import { gasUseOf, orReleaseGas, reserveGas } from "@/lib/features/budget/reserve-gas";
import { GAS_TO_RESERVE } from "@/lib/features/budget/rules/gas-limit";
import { readChainTime } from "@/lib/features/chains/read-chain-time";
import { requireChain } from "@/lib/features/chains/require-chain";
import { requireDestinations } from "@/lib/features/chains/require-destinations";
import { requireOwnRealm } from "@/lib/features/chains/require-own-realm";
import { rethrowChainError } from "@/lib/features/chains/rethrow-chain-error";
import { recipientDestinations } from "@/lib/features/managers/recipient-destinations";
import { renderRecipients } from "@/lib/features/managers/render-recipients";
import {
  countNewWallets,
  requireResolvable,
  resolveRecipients,
} from "@/lib/features/managers/resolve-recipients";
import type { Recipient } from "@/lib/features/managers/rules/fee-split";
import type { TransactionContext } from "@/lib/features/transactions/kinds/kind";
import type { Payloads } from "@/lib/features/transactions/transaction";
import { requireAccount, requireRecent } from "@/lib/features/users/require-account";
import type { Session } from "@/lib/features/users/rules/account";
import type { CallerLimits } from "@/lib/http/limits/caller-limits";
import type { Caller } from "@/lib/http/limits/callers";
import { AppError } from "@/lib/shared/errors";
import { requireModerator } from "./require-moderator";
import type { SharesAnswer, SharesRequest } from "./schema/wallet-actions";
import {
  storeWalletAction,
  WALLET_ACTION_STATES,
  waitForWalletAction,
  walletActionIdOf,
} from "./wallet-action";

/** Seconds for which a signed change is valid. */
const SIGNATURE_SECONDS = 3_600n;

type Input = {
  session: Session;
  request: SharesRequest;
  /** Null for our own programs. */
  caller: Pick<Caller, "isExempt"> | null;
  limit: CallerLimits["limit"];
};

/**
 * Changes the shares of a dynamic split that the user moderates. A managed wallet signs the change
 * and the server wallet sends it; for a wallet of the user's own, returns the transaction to send
 * (`to_sign`).
 * @throws AppError not_signed_in, reauthentication_required, forbidden (not the moderator),
 *   unsupported_operation (no dynamic split, or a managed wallet
 *   on a sandbox chain next to a real one), duplicate_recipients, invalid_recipient, invalid_body,
 *   action_under_way, rate_limited, budget_exhausted, wallet_blocked, dependency_unavailable
 */
export async function changeManagerShares({
  ctx,
  input,
}: {
  ctx: TransactionContext &
    Pick<ServiceContext, "accounts" | "env" | "ids" | "nonceGaps" | "settings">;
  input: Input;
}): Promise<SharesAnswer> {
  const { session, request } = input;
  const account = await requireAccount(ctx, session);
  requireRecent(ctx, session, account);
  const chain = requireChain(ctx, request.chain);
  const { manager } = request;
  const wallet = await requireModerator(ctx, { chain, manager, account });
  const { type, id } = wallet.identity;
  const isManaged = type !== "wallet";
  if (isManaged) requireOwnRealm(ctx.env, request.chain);
  await input.limit("walletAction", wallet.address);
  await requireDestinations(chain, recipientDestinations(request.recipients, "recipients"));
  const actionId = walletActionIdOf(ctx, account.id);
  const reservation = { chain, transactionId: isManaged ? actionId : null };
  if (isManaged) {
    const tokens = await chain.managedTokens(manager).catch(rethrowChainError);
    const gas = GAS_TO_RESERVE.shares(request.recipients.length, tokens.length);
    await reserveGas({ ctx, input: { ...reservation, gas, use: gasUseOf(input.caller) } });
  }
  const { terms, call, recipients } = await orReleaseGas({ ctx, input: reservation }, () =>
    planChange(ctx, {
      chain,
      request,
      wallet: wallet.address,
      isPaid: isManaged,
      limit: input.limit,
    }),
  );
  if (type === "wallet") {
    const transaction = { chainId: chain.deployment.chainId, to: call.to, data: call.data };
    return { ...terms, state: "to_sign", transaction, transactionHash: null, error: null };
  }
  const signer = { identity: { type, id }, wallet: wallet.address };
  const stored = await orReleaseGas({ ctx, input: reservation }, async () => {
    const payload = await toPayload(ctx, chain, request.manager, recipients, signer);
    const action = { id: actionId, kind: "share_change" as const, chain: request.chain, payload };
    return storeWalletAction({ ctx, input: { action: { ...action, owner: account.id } } });
  });
  const { state, transactionHash, error } = await waitForWalletAction(ctx, stored);
  return {
    ...terms,
    state: WALLET_ACTION_STATES[state],
    transaction: null,
    transactionHash,
    error,
  };
}

/** Resolves the recipients and simulates the change. */
async function planChange(
  ctx: Pick<ServiceContext, "wallets">,
  {
    chain,
    request,
    wallet,
    isPaid,
    limit,
  }: {
    chain: LaunchChain;
    request: SharesRequest;
    wallet: Address;
    isPaid: boolean;
    limit: CallerLimits["limit"];
  },
) {
  await requireResolvable(ctx, { recipients: request.recipients, people: [], limit });
  const identities = request.recipients.map(({ identity }) => identity);
  if (!isPaid) await countNewWallets(ctx, identities, limit);
  const recipients = await resolveRecipients(ctx, request.recipients);
  const call = chain.sharesCall(request.manager, recipients);
  await chain.simulateCall(wallet, call).catch((cause: unknown) => {
    if (!(cause instanceof CallRevertedError)) return rethrowChainError(cause);
    throw new AppError("invalid_body", cause.message, { cause });
  });
  const terms = {
    success: true as const,
    chain: request.chain,
    manager: request.manager,
    recipients: renderRecipients(recipients),
  };
  return { recipients, call, terms };
}

async function toPayload(
  ctx: Pick<ServiceContext, "clock">,
  chain: AccountReader & ManagerReader,
  manager: Address,
  recipients: readonly Recipient[],
  signer: Pick<Payloads["share_change"], "identity" | "wallet">,
): Promise<Payloads["share_change"]> {
  const [nonce, now] = await Promise.all([
    chain.sharesNonce(manager),
    readChainTime(ctx, chain),
  ]).catch(rethrowChainError);
  const shares = recipients.map(({ account, splitMicroPercent }) => ({
    account,
    splitMicroPercent,
  }));
  return { ...signer, manager, recipients: shares, deadline: now + SIGNATURE_SECONDS, nonce };
}
