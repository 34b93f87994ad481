"use client";

import { ApiError } from "@slipway-launchpad/client";
import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
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
import { StopWaiting } from "@/components/wallet/stop-waiting";
import { listTokens } from "@/lib/features/market/operations/tokens";
import type { AccountAnswer } from "@/lib/features/users/schema";
import type { ChainSlug } from "@/lib/shared/chains";
import { explainShares } from "@/lib/web/account/explain-shares-error";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import { operationQuery } from "@/lib/web/operation-query";
import { DROP_TEXTS } from "./drop-texts";
import { SharesOutcome, sharesProblemOf } from "./shares-outcome";
import { storedDrop } from "./stored-shares";
import { type CheckedDrop, type DropRun, useCheckDrop } from "./use-drop-token";

/** A check sends nothing. */
const CHECK_TEXTS = { ...DROP_TEXTS, afterLost: null };

type Props = {
  own: AccountAnswer;
  chain: ChainSlug;
  manager: string;
  drop: DropRun;
  onClose: () => void;
};

/**
 * Drops a token from a split that the user moderates. Only an action requests a new sign-in, so that
 * neither the choice nor a running drop is lost.
 */
export function DropTokenDialog(props: Props) {
  return (
    <Dialog
      open
      onClose={props.onClose}
      title="Drop a token"
      description="Its future fees go to its creator. Past earnings stay shared."
    >
      <Steps {...props} />
    </Dialog>
  );
}

function Steps({ own, chain, manager, drop, onClose }: Props) {
  const accountId = own.account.id;
  const split = useMemo(() => ({ accountId, chain, manager }), [accountId, chain, manager]);
  const names = useTokenNames(chain, manager);
  const [chosen, setChosen] = useState(() => storedDrop.find(split));
  const check = useCheckDrop({ chain, manager });
  const isRecent = useRecent(own);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (isRecent) setAsking(false);
  }, [isRecent]);
  const isCheckRefused = useStepUp(own, check);
  const isDropRefused = useStepUp(own, { error: drop.error, reset: drop.clear });
  // A sign-in may load the page again.
  const refused = isDropRefused ? check.data?.preview.tokenAddress : undefined;
  useEffect(() => {
    if (refused !== undefined) storedDrop.store(split, refused);
  }, [refused, split]);
  const choose = (token: string) => {
    setChosen(token);
    storedDrop.store(split, token);
  };
  const act = (token: string, action: () => void) => {
    choose(token);
    if (isRecent) action();
    else setAsking(true);
  };
  if ((isAsking && !isRecent) || isCheckRefused || isDropRefused) {
    return <Reauthenticate own={own} reason="Dropping a token" isInputStored />;
  }
  const nameOf = (token: string) => names.get(token) ?? shortenAddress(token);
  if (drop.answer !== null && drop.answer.state !== "failed") {
    return <Done chain={chain} drop={drop} onClose={onClose} />;
  }
  if (check.data !== undefined) {
    return (
      <Confirmation
        checked={check.data}
        name={nameOf(check.data.preview.tokenAddress)}
        chain={chain}
        drop={drop}
        onBack={() => {
          drop.clear();
          check.reset();
        }}
        onConfirm={(checked) =>
          act(checked.preview.tokenAddress, () => {
            // A page that is loaded again must not offer to send this drop a second time.
            drop.start(checked, () => storedDrop.forget(split));
          })
        }
      />
    );
  }
  return (
    <Choice
      chain={chain}
      manager={manager}
      chosen={chosen}
      onChoose={choose}
      check={check}
      onCheck={(token) => act(token, () => check.mutate(token))}
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
  onCheck,
  nameOf,
}: Pick<Props, "chain" | "manager"> & {
  chosen: string | null;
  onChoose: (token: string) => void;
  check: ReturnType<typeof useCheckDrop>;
  onCheck: (token: string) => void;
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
        onCheck(token);
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
      {check.error !== null && (
        <p role="alert" className="flex gap-2">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
          <span className="min-w-0 break-words">
            {explainShares(check.error, CHECK_TEXTS).text}
          </span>
        </p>
      )}
      <Button type="submit" variant="primary" className="h-11" disabled={check.isPending}>
        {check.isPending && <Spinner />}
        {check.isPending ? "Checking…" : "Review"}
      </Button>
    </form>
  );
}

function Confirmation({
  chain,
  checked,
  name,
  drop,
  onBack,
  onConfirm,
}: {
  chain: ChainSlug;
  checked: CheckedDrop;
  name: string;
  drop: DropRun;
  onBack: () => void;
  onConfirm: (checked: CheckedDrop) => void;
}) {
  const { feeAtMost } = checked.preview;
  const { isRunning, sent, answer } = drop;
  // The service returns the stored failure to a repetition, and refuses the same terms again; a new check
  // starts a new drop.
  const isRefused = drop.error instanceof ApiError && drop.error.code === "invalid_body";
  const hasFailed = answer?.state === "failed" || isRefused;
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
      {(sent !== null || sharesProblemOf(drop, DROP_TEXTS) !== null) && (
        <SharesOutcome chain={chain} change={drop} texts={DROP_TEXTS} />
      )}
      <div className="flex gap-2">
        {!hasFailed && (
          <Button disabled={isRunning} onClick={onBack}>
            Back
          </Button>
        )}
        <Button
          variant="primary"
          className="h-11 flex-1"
          disabled={isRunning}
          onClick={hasFailed ? onBack : () => onConfirm(checked)}
        >
          {isRunning && <Spinner />}
          {isRunning ? "Dropping…" : hasFailed ? "Try again" : "Drop token"}
        </Button>
      </div>
      {drop.stop && <StopWaiting onStop={drop.stop} className="justify-self-start" />}
    </div>
  );
}

function Done({ chain, drop, onClose }: Pick<Props, "chain" | "drop" | "onClose">) {
  return (
    <div>
      <SharesOutcome chain={chain} change={drop} texts={DROP_TEXTS} />
      <Button variant="primary" className="mt-4 h-11 w-full" onClick={onClose}>
        Done
      </Button>
    </div>
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
