"use client";

import { SlidersHorizontal, X } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { ManagerLink } from "@/components/layout/manager-link";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { inPart } from "@/components/ui/part-boundary";
import type { AccountAnswer } from "@/lib/features/users/schema";
import { CHAINS, type ChainSlug } from "@/lib/shared/chains";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import { DROP_TEXTS } from "./drop-texts";
import type { OutcomeTexts } from "./shares-outcome";
import { storedDrop, storedShares } from "./stored-shares";
import { useChangeShares } from "./use-change-shares";
import { useDropToken } from "./use-drop-token";
import type { ModeratorRun } from "./use-moderator-run";

const SharesDialog = inPart(
  dynamic(() => import("./shares-dialog").then((module) => module.SharesDialog), { ssr: false }),
);
const DropTokenDialog = inPart(
  dynamic(() => import("./drop-token-dialog").then((module) => module.DropTokenDialog), {
    ssr: false,
  }),
);
const SharesOutcome = inPart(
  dynamic(() => import("./shares-outcome").then((module) => module.SharesOutcome), { ssr: false }),
);

type ModeratedSplitProps = {
  own: AccountAnswer;
  chain: ChainSlug;
  manager: string;
  moderator: string;
  /** Whether the moderator is a managed wallet. */
  isManaged: boolean;
  /** Whether the managed wallet has a pending change. */
  isServiceChanging: boolean;
};

/** A split that the user moderates, with the state of the latest change. */
export function ModeratedSplit(props: ModeratedSplitProps) {
  const { own, chain, manager, moderator, isManaged, isServiceChanging } = props;
  const split = { accountId: own.account.id, chain, manager };
  // A sign-in by X or by the link of an email loads the page again.
  const [isOpen, setIsOpen] = useState(() => storedShares.find(split) !== null);
  const [isDropOpen, setIsDropOpen] = useState(() => storedDrop.find(split) !== null);
  const change = useChangeShares({ ...split, moderator, isManaged });
  const drop = useDropToken({ ...split, moderator, isManaged });
  return (
    <li className="border-t py-3 first:border-t-0 last:pb-0">
      <Header
        chain={chain}
        manager={manager}
        isChanging={isServiceChanging || change.isRunning}
        isDropping={drop.isRunning}
        onPress={() => {
          change.clear();
          setIsOpen(true);
        }}
        onDrop={() => {
          drop.clear();
          setIsDropOpen(true);
        }}
      />
      {!isOpen && <LatestOutcome chain={chain} run={change} />}
      {!isDropOpen && <LatestOutcome chain={chain} run={drop} texts={DROP_TEXTS} />}
      {isDropOpen && (
        <DropTokenDialog
          own={own}
          chain={chain}
          manager={manager}
          drop={drop}
          onClose={() => {
            setIsDropOpen(false);
            storedDrop.forget(split);
            // A running drop continues; its result shows beside the split.
            if (!drop.isRunning) drop.clear();
          }}
        />
      )}
      {isOpen && (
        <SharesDialog
          own={own}
          chain={chain}
          manager={manager}
          change={change}
          onClose={() => {
            setIsOpen(false);
            storedShares.forget(split);
            // A running change continues; its result shows beside the split.
            if (!change.isRunning) change.clear();
          }}
        />
      )}
    </li>
  );
}

/** Result of an action from before its dialog closed or the page reloaded; nothing without one. */
function LatestOutcome({
  chain,
  run,
  texts,
}: {
  chain: ChainSlug;
  run: ModeratorRun;
  texts?: OutcomeTexts;
}) {
  const { isRunning, sent, answer, error, clear } = run;
  if (sent === null && answer === null && error === null) return null;
  return (
    <div className="mt-2 flex items-start justify-between gap-3">
      <SharesOutcome chain={chain} change={run} {...(texts && { texts })} />
      {!isRunning && (
        <Button variant="ghost" size="icon" aria-label="Dismiss" onClick={clear}>
          <X aria-hidden="true" className="size-4" />
        </Button>
      )}
    </div>
  );
}

function Header({
  chain,
  manager,
  isChanging,
  isDropping,
  onPress,
  onDrop,
}: {
  chain: ChainSlug;
  manager: string;
  isChanging: boolean;
  isDropping: boolean;
  onPress: () => void;
  onDrop: () => void;
}) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <ManagerLink chain={chain} address={manager} title={manager} className="font-mono text-sm">
        {shortenAddress(manager)}
      </ManagerLink>
      <Badge>{CHAINS[chain].name}</Badge>
      <Button size="small" className="ml-auto" disabled={isDropping} onClick={onDrop}>
        {isDropping ? "Dropping…" : "Drop a token"}
      </Button>
      <Button size="small" disabled={isChanging} onClick={onPress}>
        <SlidersHorizontal aria-hidden="true" className="size-3.5" />
        {isChanging ? "Changing…" : "Change shares"}
      </Button>
    </div>
  );
}
