import { isAddressEqual } from "viem";
import { CallRevertedError } from "../../chain/launch-chain";
import type { ServiceContext } from "../../context";
import type { Session } from "../../domain/account";
import { AppError } from "../../domain/errors";
import { formatSplit } from "../../domain/fee-split";
import { GAS_TO_RESERVE } from "../../domain/gas-limit";
import type { TransactionContext } from "../../features/transactions/kinds/kind";
import type { LimitPolicyName } from "../../operations/limits";
import type { SharesAnswer, SharesRequest } from "../../schemas/account";
import { reserveGas } from "../budget/reserve-gas";
import { requireChain } from "../launch/require-chain";
import { unavailable } from "../launch/unavailable";
import { resolveRecipients } from "../managers/resolve-recipients";
import { requireAccount, requireRecent, walletsOf } from "./require-account";
import { ACTION_STATES, actionIdOf, runAction } from "./run-action";

/** How long after its block a signed change may be sent. */
const SIGNATURE_SECONDS = 3_600n;

/**
 * Changes the shares of a dynamic split that the person moderates. A managed wallet signs the change
 * and the server wallet sends it; a wallet of one's own gets the transaction to send (`to_sign`).
 * @throws AppError not_signed_in, reauthentication_required, forbidden (not the moderator),
 *   unsupported_operation (no dynamic split), duplicate_recipients, invalid_body,
 *   action_under_way, rate_limited, budget_exhausted, dependency_unavailable
 */
export async function changeShares({
  ctx,
  input,
}: {
  ctx: TransactionContext & Pick<ServiceContext, "accounts" | "env" | "ids">;
  input: {
    session: Session;
    request: SharesRequest;
    limit: (policy: LimitPolicyName, subject: string) => Promise<void>;
  };
}): Promise<SharesAnswer> {
  const { session, request } = input;
  const account = await requireAccount(ctx, session);
  requireRecent(ctx, session);
  const chain = requireChain(ctx, request.chain);
  const manager = await chain.readManager(request.manager).catch(unavailable);
  if (manager?.kind !== "dynamic_split") {
    throw new AppError("unsupported_operation", `${request.manager} has no shares to change`);
  }
  const own = await walletsOf(ctx, account);
  const wallet = own.find(({ address }) => isAddressEqual(address, manager.owner));
  if (wallet === undefined) throw new AppError("forbidden", "You do not moderate this split");
  await input.limit("walletAction", wallet.address);
  const actionId = actionIdOf(ctx, account.id);
  if (wallet.identity.type !== "wallet") {
    const gas = GAS_TO_RESERVE.shares(request.recipients.length);
    await reserveGas({ ctx, input: { chain, operationId: actionId, gas } });
  }
  const recipients = await resolveRecipients(ctx, request.recipients);
  const call = chain.sharesCall(request.manager, recipients);
  const terms = {
    success: true as const,
    chain: request.chain,
    manager: request.manager,
    recipients: recipients.map(({ account: address, splitMicroPercent, type, original }) => ({
      address,
      percentage: formatSplit(splitMicroPercent),
      originalInput: { type, id: original },
    })),
  };
  await chain.simulateCall(wallet.address, call).catch((cause: unknown) => {
    if (!(cause instanceof CallRevertedError)) return unavailable(cause);
    throw new AppError("invalid_body", cause.message, { cause });
  });
  const { type, id } = wallet.identity;
  if (type === "wallet") {
    const transaction = { chainId: chain.deployment.chainId, to: call.to, data: call.data };
    return { ...terms, state: "to_sign", transaction, transactionHash: null, error: null };
  }
  const [nonce, now] = await Promise.all([
    chain.sharesNonce(request.manager),
    chain.timestamp(),
  ]).catch(unavailable);
  const action = await runAction({
    ctx,
    input: {
      action: {
        id: actionId,
        kind: "share_change",
        chain: request.chain,
        owner: account.id,
        payload: {
          identity: { type, id },
          wallet: wallet.address,
          manager: request.manager,
          recipients: recipients.map(({ account, splitMicroPercent }) => ({
            account,
            splitMicroPercent,
          })),
          deadline: now + SIGNATURE_SECONDS,
          nonce,
        },
      },
    },
  });
  const { state, transactionHash, error } = action;
  return { ...terms, state: ACTION_STATES[state], transaction: null, transactionHash, error };
}
