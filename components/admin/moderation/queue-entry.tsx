"use client";

import { type ReactNode, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { PageLink } from "@/components/ui/page-link";
import {
  blockCreator,
  blurToken,
  closeReports,
  hideToken,
  removePicture,
  removeVideo,
} from "@/lib/features/moderation/operations";
import { REASON_LABELS } from "@/lib/features/moderation/rules/moderation";
import type { QueueItem } from "@/lib/features/moderation/schema";
import { ActionDialog } from "../action-dialog";
import { PublicReason, usePublicReason } from "./public-reason";
import { RestorePicture, RestoreToken, RestoreVideo, UnblockCreator } from "./restore-dialogs";

type Choice = "hide" | "blur" | "picture" | "video" | "creator" | "restore" | "close";

const RESTORE = {
  token: "Restore token",
  picture: "Restore picture",
  video: "Restore video",
  creator: "Unblock creator",
} as const satisfies Record<QueueItem["kind"], string>;

/** A reported target with its evidence and what can be done about it. */
export function QueueEntry({ item }: { item: QueueItem }) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const { kind, key, chain, tokenAddress, token, state, count, reasons, appeals } = item;
  const close = <Choose onClick={() => setChoice("close")}>{closeVerb(item)}…</Choose>;
  return (
    <li data-slot="queue-entry">
      <Card className="grid gap-3 p-4 sm:p-5">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h3 className="wrap-anywhere min-w-0 font-semibold">
            <PageLink href={`/${chain}/${tokenAddress}`} className="underline underline-offset-4">
              <bdi>{token?.name ?? tokenAddress}</bdi>
            </PageLink>{" "}
            <bdi className="font-mono font-normal text-faint text-sm">{token?.symbol}</bdi>
          </h3>
          <Badge tone="sea">{kind}</Badge>
          {state !== null && <Badge>{state.replace("_", " ")}</Badge>}
          <span className="nums text-muted text-sm">{countText(count, appeals.length)}</span>
        </div>
        <p className="break-all font-mono text-faint text-xs">{key}</p>
        {reasons.length > 0 && (
          <p className="text-muted text-sm">
            {reasons.map((one) => `${REASON_LABELS[one.reason]}: ${one.count}`).join(" · ")}
          </p>
        )}
        <Evidence item={item} />
        <div className="flex flex-wrap gap-2">
          {state !== null && <Choose onClick={() => setChoice("restore")}>{RESTORE[kind]}…</Choose>}
          {isAppealed(item) && close}
          {state !== "hidden" && <Choose onClick={() => setChoice("hide")}>Hide token…</Choose>}
          {state !== "blurred" && <Choose onClick={() => setChoice("blur")}>Blur picture…</Choose>}
          {token !== null && token.picture !== null && state !== "picture_removed" && (
            <Choose onClick={() => setChoice("picture")}>Remove picture…</Choose>
          )}
          {kind === "video" && state === null && (
            <Choose onClick={() => setChoice("video")}>Remove video…</Choose>
          )}
          {token !== null && state !== "blocked" && (
            <Choose onClick={() => setChoice("creator")}>Block creator…</Choose>
          )}
          {!isAppealed(item) && close}
        </div>
        {choice !== null && (
          <ChoiceDialog item={item} choice={choice} onClose={() => setChoice(null)} />
        )}
      </Card>
    </li>
  );
}

/** An appeal without a report is not "0 reports". */
function countText(reports: number, appeals: number): string {
  const parts = [
    ...(appeals > 0 ? [`${appeals} ${appeals === 1 ? "appeal" : "appeals"}`] : []),
    ...(reports > 0 ? [`${reports} ${reports === 1 ? "report" : "reports"}`] : []),
  ];
  return parts.join(", ");
}

/** Whether the entry asks for another decision than the one in force. */
function isAppealed({ state, appeals }: QueueItem): boolean {
  return state !== null && appeals.length > 0;
}

function closeVerb(item: QueueItem): string {
  return isAppealed(item) ? "Keep decision" : "Close reports";
}

function Choose({ children, onClick }: { children: ReactNode; onClick: () => void }) {
  return (
    <Button size="small" onClick={onClick}>
      {children}
    </Button>
  );
}

function Evidence({ item: { appeals, reports } }: { item: QueueItem }) {
  const said = reports.filter(({ details, email }) => details !== "" || email !== null);
  if (appeals.length === 0 && said.length === 0) return null;
  return (
    <ul
      aria-label="Appeals and reports"
      className="grid max-h-72 gap-2 overflow-y-auto border-l pl-3 text-sm"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a long list
      tabIndex={0}
    >
      {appeals.map(({ id, details, email, isCreator }) => (
        <li key={`appeal ${id}`}>
          <Badge>{isCreator ? "appeal of the creator" : "appeal"}</Badge>{" "}
          <bdi className="wrap-anywhere whitespace-pre-line">{details}</bdi>{" "}
          <Sender email={email} />
        </li>
      ))}
      {said.map(({ id, details, email, reason }) => (
        <li key={`report ${id}`}>
          <span className="text-faint">{REASON_LABELS[reason]}:</span>{" "}
          <bdi className="wrap-anywhere whitespace-pre-line">{details}</bdi>{" "}
          <Sender email={email} />
        </li>
      ))}
    </ul>
  );
}

function Sender({ email }: { email: string | null }) {
  return email === null ? null : (
    <a href={`mailto:${email}`} className="break-all text-faint underline underline-offset-4">
      {email}
    </a>
  );
}

function ChoiceDialog({
  item,
  choice,
  onClose,
}: {
  item: QueueItem;
  choice: Choice;
  onClose: () => void;
}) {
  const { kind, key, chain, tokenAddress, token } = item;
  const { publicReason, field } = usePublicReason();
  const address = tokenAddress;
  const name = token?.name ?? tokenAddress;
  const shared = { onClose, children: <PublicReason {...field} /> };
  switch (choice) {
    case "hide":
      return (
        <ActionDialog
          action={hideToken}
          input={publicReason && { chain, address, publicReason }}
          title="Hide token"
          description={`${name} leaves lists, search and streams. Its page stays, with a notice.`}
          verb="Hide token"
          {...shared}
        />
      );
    case "blur":
      return (
        <ActionDialog
          action={blurToken}
          input={publicReason && { chain, address, publicReason }}
          title="Blur picture"
          description={`${name} stays listed with a blurred picture.`}
          verb="Blur picture"
          {...shared}
        />
      );
    case "picture":
      return (
        <ActionDialog
          action={removePicture}
          input={publicReason && { cid: token?.picture ?? "", publicReason }}
          title="Remove picture"
          description="The picture is no longer served, and copies of it are rejected."
          verb="Remove picture"
          {...shared}
        />
      );
    case "video":
      return (
        <ActionDialog
          action={removeVideo}
          input={publicReason && { uid: key, publicReason }}
          title="Remove video"
          description="The video and its thumbnail are no longer served, and copies are rejected."
          verb="Remove video"
          {...shared}
        />
      );
    case "creator":
      return (
        <ActionDialog
          action={blockCreator}
          input={publicReason && { type: "wallet", value: token?.creator ?? "", publicReason }}
          title="Block creator"
          description="Launches of this wallet are rejected. Managers and claims of existing tokens keep working."
          verb="Block creator"
          {...shared}
        />
      );
    case "restore":
      return <RestoreDialog item={item} onClose={onClose} />;
    case "close":
      return (
        <ActionDialog
          action={closeReports}
          input={{ kind, key }}
          title={closeVerb(item)}
          description="The reports and appeals are closed. Nothing else changes."
          verb={closeVerb(item)}
          onClose={onClose}
        />
      );
  }
}

/** Takes the decision about the target of an entry back. */
function RestoreDialog({ item, onClose }: { item: QueueItem; onClose: () => void }) {
  const { kind, key, chain, tokenAddress } = item;
  switch (kind) {
    case "token":
      return <RestoreToken chain={chain} address={tokenAddress} onClose={onClose} />;
    case "picture":
      return <RestorePicture cid={key} onClose={onClose} />;
    case "video":
      return <RestoreVideo uid={key} onClose={onClose} />;
    case "creator":
      return <UnblockCreator type="wallet" value={key} onClose={onClose} />;
  }
}
