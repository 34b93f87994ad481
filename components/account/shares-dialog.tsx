"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useMemo } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { SplitEditor } from "@/components/launch/split-editor";
import { managerQuery } from "@/components/managers/manager-query";
import { TransactionLink } from "@/components/tokens/transaction-link";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { Spinner } from "@/components/ui/spinner";
import { ApiError } from "@/lib/client/api-error";
import type { ManagerEarner } from "@/lib/client/read-manager";
import { explainTradeError } from "@/lib/client/trade/explain-trade-error";
import type { ChainSlug } from "@/lib/domain/chains";
import type { AccountAnswer } from "@/lib/schemas/account";
import { Reauthenticate, useRecent } from "./reauthenticate";
import { type SharesDraft, sharesForm, toSharesDraft } from "./shares-form";
import { OtherWalletError, useChangeShares } from "./use-change-shares";

type Props = {
  own: AccountAnswer;
  chain: ChainSlug;
  manager: string;
  /** The wallet of the person that moderates the split. */
  moderator: string;
  onClose: () => void;
};

/** Changes who earns in a split, in the editor of the launch wizard. */
export function SharesDialog(props: Props) {
  const { own, chain, manager, onClose } = props;
  const isRecent = useRecent(own);
  const { data, error, refetch } = useQuery({
    ...managerQuery(chain, manager),
    // What is edited must not change below the person's hands.
    refetchInterval: false,
    refetchOnWindowFocus: false,
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Change shares"
      description="It counts for what is earned from now on."
      className="sm:w-[min(44rem,calc(100vw-3rem))]"
    >
      {!isRecent ? (
        <Reauthenticate own={own} reason="Changing shares" />
      ) : data === undefined || data.kind === "none" || data.kind === "revenue" ? (
        error === null ? (
          <Skeleton className="h-72 w-full" />
        ) : (
          <ErrorState
            title="The shares can’t be read"
            detail={error.message}
            onRetry={() => void refetch()}
          />
        )
      ) : (
        <Editor {...props} earners={data.earners} />
      )}
    </Dialog>
  );
}

function Editor({
  own,
  chain,
  manager,
  moderator,
  earners,
  onClose,
}: Props & { earners: ManagerEarner[] }) {
  const resolver = useMemo(() => zodResolver(sharesForm({ chain, manager })), [chain, manager]);
  const form = useForm<SharesDraft>({
    resolver,
    mode: "onTouched",
    defaultValues: toSharesDraft(earners),
  });
  const change = useChangeShares({ accountId: own.account.id, chain, manager, moderator });
  const { data, error } = change;
  if (data?.state === "completed" || data?.state === "pending") {
    return (
      <div role="status" className="text-sm">
        <p className="flex items-center gap-2.5 font-semibold text-lg">
          {data.state === "completed" ? (
            <CircleCheck aria-hidden="true" className="size-5 text-up" />
          ) : (
            <Spinner className="size-5 text-muted" />
          )}
          {data.state === "completed" ? "The new shares stand" : "The change is on its way"}
        </p>
        {data.transactionHash !== null && (
          <p className="mt-2 break-all font-mono text-faint text-xs">
            <TransactionLink chain={chain} hash={data.transactionHash}>
              {data.transactionHash}
            </TransactionLink>
          </p>
        )}
        <Button variant="primary" className="mt-4 h-11 w-full" onClick={onClose}>
          Done
        </Button>
      </div>
    );
  }
  const failure = error !== null ? explain(error) : data?.state === "failed" ? data.error : null;
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={form.handleSubmit((draft) => change.mutate(draft))}>
        <SplitEditor />
        {failure !== null && (
          <p role="alert" className="mt-3 break-words text-danger text-sm">
            {failure}
          </p>
        )}
        <Button
          type="submit"
          variant="primary"
          className="mt-4 h-11 w-full"
          disabled={change.isPending}
        >
          {change.isPending && <Spinner />}
          {change.isPending ? "Changing on chain…" : "Change the shares"}
        </Button>
      </form>
    </FormProvider>
  );
}

function explain(error: Error): string {
  if (error instanceof OtherWalletError) {
    return "The moderator is another wallet. Connect that one, then try again.";
  }
  if (error instanceof ApiError) {
    const [first] = error.details;
    return `${first?.message ?? error.message}. The shares are as before; mend it and try again.`;
  }
  const { title, detail } = explainTradeError(error);
  return `${title}. ${detail}`;
}
