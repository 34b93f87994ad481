"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { ApiError } from "@slipway-launchpad/client";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { FormProvider, type UseFormReturn, useForm } from "react-hook-form";
import { Reauthenticate, useRecent, useStepUp } from "@/components/account/sign-in/reauthenticate";
import { managerQuery } from "@/components/managers/manager-query";
import { SplitEditor } from "@/components/recipients/split-editor";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { useCurrentErrors } from "@/components/ui/hooks/use-current-errors";
import { Dialog } from "@/components/ui/overlay/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { Spinner } from "@/components/ui/spinner";
import { StopWaiting } from "@/components/wallet/stop-waiting";
import type { AccountAnswer } from "@/lib/features/users/schema";
import type { ChainSlug } from "@/lib/shared/chains";
import type { ManagerEarner } from "@/lib/web/managers/read-manager";
import { sharesForm, toSharesBody, toSharesDraft } from "./shares-form";
import { SharesOutcome, sharesProblemOf } from "./shares-outcome";
import { type EditedSplit, type SharesDraft, storedShares } from "./stored-shares";
import type { SharesChangeRun } from "./use-change-shares";

type Props = {
  own: AccountAnswer;
  chain: ChainSlug;
  manager: string;
  change: SharesChangeRun;
  onClose: () => void;
};

/**
 * Edits the recipients and shares of a split. Save requests a new sign-in, so that it does not
 * interrupt the editing.
 */
export function SharesDialog({ own, chain, manager, change, onClose }: Props) {
  const isDone = change.answer !== null && sharesProblemOf(change) === null;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Change shares"
      description="Applies to future earnings."
      className="sm:w-[min(44rem,calc(100vw-3rem))]"
    >
      {isDone ? (
        <>
          <SharesOutcome chain={chain} change={change} />
          <Button variant="primary" className="mt-4 h-11 w-full" onClick={onClose}>
            Done
          </Button>
        </>
      ) : (
        <CurrentShares own={own} chain={chain} manager={manager} change={change} />
      )}
    </Dialog>
  );
}

/** The editor with the present shares of a split, once they have loaded. */
export function CurrentShares(props: Omit<Props, "onClose">) {
  const [openedAt] = useState(() => Date.now());
  const { data, dataUpdatedAt, error, fetchStatus, refetch } = useQuery({
    ...managerQuery(props.chain, props.manager),
    refetchOnMount: "always",
    // A refetch must not overwrite edits.
    refetchInterval: false,
    refetchOnWindowFocus: false,
  });
  // The form starts with these shares; cached ones may be from before a change, which saving would revert.
  const current = dataUpdatedAt >= openedAt ? data : undefined;
  if (current !== undefined && current.kind !== "none" && current.kind !== "revenue") {
    return <Editor {...props} earners={current.earners} />;
  }
  const retry = () => void refetch();
  if (fetchStatus === "paused") {
    return (
      <ErrorState
        title="You’re offline"
        detail="The shares load when you are online again."
        onRetry={retry}
      />
    );
  }
  if (error === null) return <Skeleton className="h-72 w-full" />;
  return <ErrorState title="Could not load the shares" detail={error.message} onRetry={retry} />;
}

type EditorProps = Omit<Props, "onClose"> & { earners: ManagerEarner[] };

function Editor({ own, chain, manager, change, earners }: EditorProps) {
  const accountId = own.account.id;
  const split = useMemo(() => ({ accountId, chain, manager }), [accountId, chain, manager]);
  const schema = useMemo(() => sharesForm({ chain, manager }), [chain, manager]);
  const form = useForm<SharesDraft>({
    resolver: useMemo(() => zodResolver(schema), [schema]),
    mode: "onTouched",
    defaultValues: storedShares.find(split) ?? toSharesDraft(earners),
  });
  useCurrentErrors(form, schema);
  useStoredEdits(split, form, change);
  const isRecent = useRecent(own);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (isRecent) setAsking(false);
  }, [isRecent]);
  const isStepUp = useStepUp(own, { error: change.error, reset: change.clear });
  const save = (draft: SharesDraft) => {
    if (!isRecent) {
      storedShares.store(split, draft);
      setAsking(true);
      return;
    }
    // A page that is loaded again must not offer to send this change a second time.
    const onRequest = () => storedShares.forget(split);
    change.start(toSharesBody({ chain, manager }, draft), onRequest);
  };
  if ((isAsking && !isRecent) || isStepUp) {
    return <Reauthenticate own={own} reason="Changing shares" isInputStored />;
  }
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={form.handleSubmit(save)}>
        <SplitEditor />
        {(change.sent !== null || sharesProblemOf(change) !== null) && (
          <div className="mt-3">
            <SharesOutcome chain={chain} change={change} />
          </div>
        )}
        <Button
          type="submit"
          variant="primary"
          className="mt-4 h-11 w-full"
          disabled={change.isRunning}
        >
          {change.isRunning && <Spinner />}
          {change.isRunning ? "Saving on chain…" : "Save shares"}
        </Button>
        {change.stop && <StopWaiting onStop={change.stop} />}
      </form>
    </FormProvider>
  );
}

/** Stores edits, but not while a change is being saved, and again after one that was refused. */
function useStoredEdits(
  split: EditedSplit,
  { subscribe, getValues }: UseFormReturn<SharesDraft>,
  change: SharesChangeRun,
): void {
  const isRunning = useRef(change.isRunning);
  isRunning.current = change.isRunning;
  useEffect(() => {
    // The form also reports changes of its state, such as a submission.
    let known = JSON.stringify(getValues());
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const text = JSON.stringify(values);
        if (text === known || isRunning.current) return;
        known = text;
        storedShares.store(split, values);
      },
    });
  }, [subscribe, getValues, split]);
  const isRefused = wasRefused(change);
  useEffect(() => {
    if (isRefused) storedShares.store(split, getValues());
  }, [isRefused, getValues, split]);
}

/** Whether a change certainly has no effect, now or later. */
function wasRefused(change: SharesChangeRun): boolean {
  const { error, isManaged } = change;
  if (error instanceof ApiError) return !isManaged || !error.isOutcomeUnknown;
  const problem = sharesProblemOf(change);
  return problem !== null && !problem.mayStillBeMined;
}
