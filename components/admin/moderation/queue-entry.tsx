"use client";

import { type ReactNode, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { PageLink } from "@/components/ui/page-link";
import { BLOCK_LABELS, REASON_LABELS } from "@/lib/features/moderation/rules/moderation";
import type { QueueItem } from "@/lib/features/moderation/schema";
import { type Choice, ChoiceDialog, closeVerb, isAppealed } from "./choice-dialog";

const RESTORE = {
  token: "Restore token",
  picture: "Restore image",
  video: "Restore video",
  creator: "Unblock creator",
} as const satisfies Record<QueueItem["kind"], string>;

/** A reported target with its evidence and the available actions. */
export function QueueEntry({ item }: { item: QueueItem }) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const { kind, key, tokenAddress, token, state, count, reasons, appeals, blocks, jobId } = item;
  const close = <Choose onClick={() => setChoice("close")}>{closeVerb(item)}…</Choose>;
  return (
    <li data-slot="queue-entry">
      <Card className="grid gap-3 p-4 sm:p-5">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h3 className="wrap-anywhere min-w-0 font-semibold">
            <EntryTitle item={item} />
          </h3>
          <Badge tone="sea">{kind}</Badge>
          {state !== null && <Badge>{state.replace("_", " ")}</Badge>}
          <span className="nums text-muted text-sm">{countText(count, appeals.length)}</span>
        </div>
        {tokenAddress !== null && (
          <p className="break-all font-mono text-faint text-xs">
            {key}
            {jobId !== null && (
              <>
                {" · "}
                <PageLink
                  href={`/admin/jobs/${encodeURIComponent(jobId)}`}
                  className="underline underline-offset-4"
                >
                  launch job
                </PageLink>
              </>
            )}
          </p>
        )}
        {kind === "creator" && blocks.length === 0 && (
          <p className="text-muted text-sm">
            The launch named no creator, and its sender is no longer known.
          </p>
        )}
        {reasons.length > 0 && (
          <p className="text-muted text-sm">
            {reasons.map((one) => `${REASON_LABELS[one.reason]}: ${one.count}`).join(" · ")}
          </p>
        )}
        <Evidence item={item} />
        <div className="flex flex-wrap gap-2">
          {state !== null && <Choose onClick={() => setChoice("restore")}>{RESTORE[kind]}…</Choose>}
          {isAppealed(item) && close}
          {tokenAddress !== null && state !== "hidden" && (
            <Choose onClick={() => setChoice("hide")}>Hide token…</Choose>
          )}
          {tokenAddress !== null && state !== "blurred" && (
            <Choose onClick={() => setChoice("blur")}>Blur image…</Choose>
          )}
          {token !== null && token.picture !== null && state !== "picture_removed" && (
            <Choose onClick={() => setChoice("picture")}>Remove image…</Choose>
          )}
          {kind === "video" && state === null && (
            <Choose onClick={() => setChoice("video")}>Remove video…</Choose>
          )}
          {blocks.length > 0 && state !== "blocked" && (
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

/** The token of an entry; the creator if the appeal names no token. */
function EntryTitle({ item }: { item: QueueItem }) {
  const { key, chain, tokenAddress, token, block } = item;
  if (tokenAddress === null) {
    return <bdi>{block === null ? key : `${BLOCK_LABELS[block.type]}: ${block.value}`}</bdi>;
  }
  return (
    <>
      <PageLink href={`/${chain}/${tokenAddress}`} className="underline underline-offset-4">
        <bdi>{token?.name ?? tokenAddress}</bdi>
      </PageLink>{" "}
      <bdi className="font-mono font-normal text-faint text-sm">{token?.symbol}</bdi>
    </>
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
    // A `?` in the address must not begin the fields of the mail.
    <a
      href={`mailto:${encodeURIComponent(email).replace("%40", "@")}`}
      className="break-all text-faint underline underline-offset-4"
    >
      {email}
    </a>
  );
}
