"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { Reauthenticate, useRecent } from "@/components/account/sign-in/reauthenticate";
import { SplitEditor } from "@/components/launch/recipients/split-editor";
import { managerQuery } from "@/components/managers/manager-query";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Dialog } from "@/components/ui/overlay/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { Spinner } from "@/components/ui/spinner";
import type { AccountAnswer } from "@/lib/features/users/schema";
import type { ChainSlug } from "@/lib/shared/chains";
import type { ManagerEarner } from "@/lib/web/read-manager";
import { sharesForm, toSharesBody, toSharesDraft } from "./shares-form";
import { SharesOutcome, sharesProblemOf } from "./shares-outcome";
import {
  type EditedSplit,
  findStoredShares,
  forgetShares,
  type SharesDraft,
  storeShares,
} from "./stored-shares";
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
export function SharesDialog(props: Props) {
  const { own, chain, manager, change, onClose } = props;
  const isRecent = useRecent(own);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (isRecent) setAsking(false);
  }, [isRecent]);
  const split = useEditedSplit(props);
  const isDone = change.answer !== null && sharesProblemOf(change) === null;
  useEffect(() => {
    if (isDone) forgetShares(split);
  }, [isDone, split]);
  const { data, error, refetch } = useQuery({
    ...managerQuery(chain, manager),
    // A refetch must not overwrite edits.
    refetchInterval: false,
    refetchOnWindowFocus: false,
  });
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
      ) : isAsking && !isRecent ? (
        <Reauthenticate own={own} reason="Changing shares" isInputStored />
      ) : data === undefined || data.kind === "none" || data.kind === "revenue" ? (
        error === null ? (
          <Skeleton className="h-72 w-full" />
        ) : (
          <ErrorState
            title="Could not load the shares"
            detail={error.message}
            onRetry={() => void refetch()}
          />
        )
      ) : (
        <Editor
          split={split}
          change={change}
          earners={data.earners}
          onSave={(body) => {
            if (isRecent) change.start(body);
            else setAsking(true);
          }}
        />
      )}
    </Dialog>
  );
}

function useEditedSplit({ own, chain, manager }: Props): EditedSplit {
  const accountId = own.account.id;
  return useMemo(() => ({ accountId, chain, manager }), [accountId, chain, manager]);
}

type EditorProps = Pick<Props, "change"> & {
  split: EditedSplit;
  earners: ManagerEarner[];
  onSave: (body: ReturnType<typeof toSharesBody>) => void;
};

function Editor({ split, change, earners, onSave }: EditorProps) {
  const { chain, manager } = split;
  const place = useMemo(() => ({ chain, manager }), [chain, manager]);
  const resolver = useMemo(() => zodResolver(sharesForm(place)), [place]);
  const form = useForm<SharesDraft>({
    resolver,
    mode: "onTouched",
    defaultValues: findStoredShares(split) ?? toSharesDraft(earners),
  });
  const { subscribe } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => storeShares(split, values),
      }),
    [subscribe, split],
  );
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={form.handleSubmit((draft) => onSave(toSharesBody(place, draft)))}>
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
      </form>
    </FormProvider>
  );
}
