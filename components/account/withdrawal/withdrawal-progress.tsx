"use client";

import { ApiError, call } from "@slipway-launchpad/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleAlert, CircleCheck } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Reauthenticate } from "@/components/account/sign-in/reauthenticate";
import { needsSignIn } from "@/components/account/sign-in/step-up";
import { Amount } from "@/components/tokens/amounts/amount";
import { TransactionLink } from "@/components/tokens/transaction-link";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { withdrawFunds } from "@/lib/features/fees/operations";
import type { AccountAnswer } from "@/lib/features/users/schema";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { noteRequested, type WithdrawalDraft } from "@/lib/web/account/pending-withdrawal";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import { refreshBalances } from "@/lib/web/refresh-balances";
import { userMessage } from "@/lib/web/user-message";

/** The service waits up to 25 s for the transaction to be mined before it responds. */
const TIMEOUT_MS = 60_000;
const AGAIN_MS = 2_000;

/** Progress of a confirmed withdrawal. Requests can be repeated; it is paid once. */
export function WithdrawalProgress({
  own,
  draft,
  confirmed,
  onBack,
  onClose,
}: {
  own: AccountAnswer;
  draft: WithdrawalDraft;
  confirmed: NonNullable<WithdrawalDraft["confirmed"]>;
  onBack: () => void;
  onClose: () => void;
}) {
  const { chain, to, amount } = draft;
  const { data, error, refetch, isFetching, fetchStatus } = useWithdrawal(
    draft,
    confirmed,
    own.session.authenticatedAt,
  );
  if (error !== null && needsSignIn(error)) return <SignInAgain own={own} error={error} />;
  if (error !== null && !isFetching) {
    return (
      <Refused
        error={error}
        mayBeSent={data !== undefined || mayBeSent(error)}
        onBack={onBack}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data?.state === "failed") return <Failed chain={chain} withdrawal={data} onBack={onBack} />;
  if (data?.state === "completed") {
    return <Completed chain={chain} withdrawal={data} onClose={onClose} />;
  }
  if (fetchStatus === "paused") {
    const isUnsent = data === undefined && !confirmed.isRequested;
    return <Offline isUnsent={isUnsent} onBack={onBack} />;
  }
  return (
    <div role="status" className="text-sm">
      <Headline icon={<Spinner className="size-5 text-muted" />}>Sending…</Headline>
      <p className="mt-2 text-muted">
        {amount === "max" ? "Everything" : <Amount value={amount} unit="ETH" />} to{" "}
        {shortenAddress(to)} on {CHAINS[chain].name}. You can close this page; the withdrawal
        continues and is sent once.
      </p>
    </div>
  );
}

function useWithdrawal(
  draft: WithdrawalDraft,
  { requestId, feeAtMost }: NonNullable<WithdrawalDraft["confirmed"]>,
  since: number,
) {
  const queries = useQueryClient();
  const { chain, wallet, to, amount } = draft;
  const withdrawal = useQuery({
    // A new sign-in allows what the earlier one did not. `requestId` keeps it one withdrawal.
    queryKey: ["withdrawal", requestId, since],
    // Closing the dialog does not cancel a confirmed withdrawal.
    queryFn: () => {
      noteRequested(requestId);
      const body = { chain, wallet, to, amount, confirm: true, feeAtMost, requestId };
      return call(withdrawFunds, { body }, { timeoutMs: TIMEOUT_MS });
    },
    refetchInterval: ({ state }) =>
      state.data?.state === "pending" && !needsSignIn(state.error) ? AGAIN_MS : false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const state = withdrawal.data?.state;
  useEffect(() => {
    if (state === undefined) return;
    void refreshBalances(queries);
  }, [state, queries]);
  return withdrawal;
}

/** Going back cancels a request that has not started. */
function Offline({ isUnsent, onBack }: { isUnsent: boolean; onBack: () => void }) {
  return (
    <div className="text-sm">
      <div role="status">
        <Headline icon={<CircleAlert aria-hidden="true" className="size-5 text-danger" />}>
          You’re offline
        </Headline>
        <p className="mt-2 text-muted">
          {isUnsent
            ? "Nothing was sent yet. The withdrawal is sent once when you are online again. To cancel it, go back."
            : "The withdrawal may already be sent. Its result shows when you are online again."}
        </p>
      </div>
      {isUnsent && (
        <Button className="mt-4 w-full" onClick={onBack}>
          Back
        </Button>
      )}
    </div>
  );
}

type Withdrawal = NonNullable<ReturnType<typeof useWithdrawal>["data"]>;

function Failed({
  chain,
  withdrawal,
  onBack,
}: {
  chain: ChainSlug;
  withdrawal: Withdrawal;
  onBack: () => void;
}) {
  return (
    <div role="alert" className="text-sm">
      <Headline icon={<CircleAlert aria-hidden="true" className="size-5 text-danger" />}>
        Withdrawal failed
      </Headline>
      <p className="mt-2 text-muted">
        {withdrawal.error}. The funds are still in the managed wallet.
      </p>
      <Hash chain={chain} hash={withdrawal.transactionHash} />
      <Button className="mt-4 w-full" onClick={onBack}>
        Start again
      </Button>
    </div>
  );
}

function Completed({
  chain,
  withdrawal,
  onClose,
}: {
  chain: ChainSlug;
  withdrawal: Withdrawal;
  onClose: () => void;
}) {
  return (
    <div role="status" className="text-sm">
      <Headline icon={<CircleCheck aria-hidden="true" className="size-5 text-up" />}>
        <Amount value={withdrawal.amount} unit="ETH" /> arrived
      </Headline>
      <p className="mt-2 text-muted">
        At {shortenAddress(withdrawal.to)} on {CHAINS[chain].name}.
      </p>
      <Hash chain={chain} hash={withdrawal.transactionHash} />
      <Button variant="primary" className="mt-4 h-11 w-full" onClick={onClose}>
        Done
      </Button>
    </div>
  );
}

function Headline({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="flex items-center gap-2.5 font-semibold text-lg">
      {icon}
      <span>{children}</span>
    </p>
  );
}

function Hash({ chain, hash }: { chain: WithdrawalDraft["chain"]; hash: string | null }) {
  if (hash === null) return null;
  return (
    <p className="mt-2 break-all font-mono text-faint text-xs">
      <TransactionLink chain={chain} hash={hash}>
        {hash}
      </TransactionLink>
    </p>
  );
}

function mayBeSent(error: Error): boolean {
  return !(error instanceof ApiError) || error.retryable || error.isOutcomeUnknown;
}

/** The confirmation is stored: after the sign-in the same withdrawal continues. */
function SignInAgain({ own, error }: { own: AccountAnswer; error: Error }) {
  const isSignedOut = error instanceof ApiError && error.status === 401;
  return (
    <>
      {isSignedOut && (
        <p role="status" className="mb-4 text-muted text-sm">
          You are signed out. The withdrawal may already be sent. Sign in again to see its result;
          it is sent once.
        </p>
      )}
      <Reauthenticate own={own} reason="A withdrawal" isInputStored />
    </>
  );
}

function Refused({
  error,
  mayBeSent: isLost,
  onBack,
  onRetry,
}: {
  error: Error;
  mayBeSent: boolean;
  onBack: () => void;
  onRetry: () => void;
}) {
  // A retry sends the same terms; Back shows the current ones.
  const isFinal = !isLost && error instanceof ApiError && error.code === "invalid_body";
  return (
    <div role="alert" className="text-sm">
      <Headline icon={<CircleAlert aria-hidden="true" className="size-5 text-danger" />}>
        {isLost ? "No response yet" : "Withdrawal not sent"}
      </Headline>
      <p className="mt-2 break-words text-muted">
        {userMessage(error)}.{" "}
        {isLost
          ? "It may already be sent. Retrying never sends it twice."
          : error instanceof ApiError && error.code === "action_under_way"
            ? "Wait until the other withdrawal completes, then try again."
            : "The funds are still in the managed wallet."}
      </p>
      <div className="mt-4 flex gap-2">
        {!isLost && (
          <Button
            variant={isFinal ? "primary" : undefined}
            className={isFinal ? "flex-1" : undefined}
            onClick={onBack}
          >
            Back
          </Button>
        )}
        {!isFinal && (
          <Button variant="primary" className="flex-1" onClick={onRetry}>
            {isLost ? "Check again" : "Try again"}
          </Button>
        )}
      </div>
    </div>
  );
}
