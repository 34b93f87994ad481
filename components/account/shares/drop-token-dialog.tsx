"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Reauthenticate, useRecent, useStepUp } from "@/components/account/sign-in/reauthenticate";
import { useSiteFacts } from "@/components/layout/site-facts";
import { managerQuery } from "@/components/managers/manager-query";
import { Amount } from "@/components/tokens/amounts/amount";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/input";
import { Dialog } from "@/components/ui/overlay/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { Spinner } from "@/components/ui/spinner";
import { listTokens } from "@/lib/features/market/operations/tokens";
import type { AccountAnswer } from "@/lib/features/users/schema";
import type { ChainSlug } from "@/lib/shared/chains";
import { explainShares, type SharesTexts } from "@/lib/web/account/explain-shares-error";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import { operationQuery } from "@/lib/web/operation-query";
import { TransactionState } from "./transaction-state";
import { type CheckedDrop, useCheckDrop, useDropToken } from "./use-drop-token";

const UNCHANGED = "The split still shares the token’s fees";
const CHECK: SharesTexts = { unchanged: UNCHANGED, afterLost: null };
const DROP: SharesTexts = {
  unchanged: UNCHANGED,
  afterLost: "It may already be sent. Try again: the token is dropped once",
};

type Props = { own: AccountAnswer; chain: ChainSlug; manager: string; onClose: () => void };

/** Drops a token from a split that the user moderates. */
export function DropTokenDialog(props: Props) {
  const isRecent = useRecent(props.own);
  return (
    <Dialog
      open
      onClose={props.onClose}
      title="Drop a token"
      description="Its future fees go to its creator. Past earnings stay shared."
    >
      {isRecent ? <Steps {...props} /> : <SignInAgain own={props.own} />}
    </Dialog>
  );
}

function SignInAgain({ own }: Pick<Props, "own">) {
  return <Reauthenticate own={own} reason="Dropping a token" />;
}

function Steps({ own, chain, manager, onClose }: Props) {
  const names = useTokenNames(chain, manager);
  const [chosen, setChosen] = useState<string | null>(null);
  const check = useCheckDrop({ chain, manager });
  const drop = useDropToken();
  const isCheckRefused = useStepUp(own, check);
  const isDropRefused = useStepUp(own, drop);
  if (isCheckRefused || isDropRefused) return <SignInAgain own={own} />;
  const nameOf = (token: string) => names.get(token) ?? shortenAddress(token);
  if (drop.data !== undefined && drop.data.state !== "failed") {
    return <Done chain={chain} answer={drop.data} onClose={onClose} />;
  }
  if (check.data !== undefined) {
    return (
      <Confirmation
        checked={check.data}
        name={nameOf(check.data.preview.tokenAddress)}
        isRunning={drop.isPending}
        error={drop.error ?? (drop.data && new Error(drop.data.error ?? "The transaction failed"))}
        onBack={() => {
          drop.reset();
          check.reset();
        }}
        onConfirm={drop.mutate}
      />
    );
  }
  return (
    <Choice
      chain={chain}
      manager={manager}
      chosen={chosen}
      onChoose={setChosen}
      check={check}
      nameOf={nameOf}
    />
  );
}

function Choice({
  chain,
  manager,
  chosen,
  onChoose,
  check,
  nameOf,
}: Pick<Props, "chain" | "manager"> & {
  chosen: string | null;
  onChoose: (token: string) => void;
  check: ReturnType<typeof useCheckDrop>;
  nameOf: (token: string) => string;
}) {
  const { data, error, refetch } = useQuery({
    ...managerQuery(chain, manager),
    refetchInterval: false,
  });
  if (data === undefined) {
    if (error === null) return <Skeleton className="h-24 w-full" />;
    const retry = () => void refetch();
    return <ErrorState title="Could not load the tokens" detail={error.message} onRetry={retry} />;
  }
  const tokens =
    data.kind === "dynamic_split"
      ? data.tokens.filter((one) => !data.droppedTokens.includes(one))
      : [];
  const token = tokens.find((one) => one === chosen) ?? tokens[0];
  if (token === undefined) return <p className="text-muted text-sm">This split has no tokens.</p>;
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        check.mutate(token);
      }}
    >
      <Field label="Token" aside={`${tokens.length} of 100`}>
        {(control) => (
          <Select {...control} value={token} onChange={({ target }) => onChoose(target.value)}>
            {tokens.map((one) => (
              <option key={one} value={one}>
                {nameOf(one)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {check.error !== null && <Problem error={check.error} texts={CHECK} />}
      <Button type="submit" variant="primary" className="h-11" disabled={check.isPending}>
        {check.isPending && <Spinner />}
        {check.isPending ? "Checking…" : "Review"}
      </Button>
    </form>
  );
}

function Confirmation({
  checked,
  name,
  isRunning,
  error,
  onBack,
  onConfirm,
}: {
  checked: CheckedDrop;
  name: string;
  isRunning: boolean;
  error: Error | null | undefined;
  onBack: () => void;
  onConfirm: (checked: CheckedDrop) => void;
}) {
  const { feeAtMost } = checked.preview;
  return (
    <div className="grid gap-3 text-sm">
      <p>
        <bdi className="font-semibold">{name}</bdi> leaves the split. Its earnings so far are
        shared; its later earnings go to its creator. You cannot undo this.
      </p>
      {feeAtMost !== null && (
        <p className="flex justify-between gap-4">
          <span className="text-faint">Max gas fee, paid by your managed wallet</span>
          <Amount value={feeAtMost} unit="ETH" />
        </p>
      )}
      {error && <Problem error={error} texts={DROP} />}
      <div className="flex gap-2">
        <Button disabled={isRunning} onClick={onBack}>
          Back
        </Button>
        <Button
          variant="primary"
          className="h-11 flex-1"
          disabled={isRunning}
          onClick={() => onConfirm(checked)}
        >
          {isRunning && <Spinner />}
          {isRunning ? "Dropping…" : "Drop token"}
        </Button>
      </div>
    </div>
  );
}

function Done({
  chain,
  answer,
  onClose,
}: {
  chain: ChainSlug;
  answer: { state: string; transactionHash: string | null };
  onClose: () => void;
}) {
  const { state, transactionHash } = answer;
  const isDone = state === "completed";
  return (
    <div>
      <TransactionState
        chain={chain}
        isDone={isDone}
        title={isDone ? "Token dropped" : "Pending. Your activity shows the result."}
        hash={transactionHash}
      />
      <Button variant="primary" className="mt-4 h-11 w-full" onClick={onClose}>
        Done
      </Button>
    </div>
  );
}

function Problem({ error, texts }: { error: Error; texts: SharesTexts }): ReactNode {
  return (
    <p role="alert" className="flex gap-2">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
      <span className="min-w-0 break-words">{explainShares(error, texts).text}</span>
    </p>
  );
}

/** Names of a manager's tokens by address; empty where no token data is published. */
function useTokenNames(chain: ChainSlug, manager: string): Map<string, string> {
  const hasData = useSiteFacts().dataChains.includes(chain);
  const query = { manager, limit: "100" };
  const { data } = useQuery({
    ...operationQuery(listTokens, { params: { chain }, query }),
    enabled: hasData,
  });
  return new Map(data?.data.map(({ tokenAddress, name }) => [tokenAddress, name]));
}
