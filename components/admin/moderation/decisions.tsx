"use client";

import { type ReactNode, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { PageLink } from "@/components/ui/page-link";
import { type ModerationReason, REASON_LABELS } from "@/lib/features/moderation/rules/moderation";
import type { ModerationQueue } from "@/lib/features/moderation/schema";
import { RestoreImage, RestoreToken, RestoreVideo, UnblockCreator } from "./restore-dialogs";

/** The newest decisions in force, or those with a text; each can be reverted. */
export function Decisions({
  decisions,
  isSearched,
}: {
  decisions: ModerationQueue["decisions"];
  isSearched: boolean;
}) {
  const { tokens, pictures, videos, creators } = decisions;
  // Not in the decision, which leaves the list when another moderator reverts it; as it was shown then.
  const [dialog, setDialog] = useState<ReactNode>(null);
  const onClose = () => setDialog(null);
  const isEmpty = tokens.length + pictures.length + videos.length + creators.length === 0;
  return (
    <section aria-labelledby="decisions-title">
      <h2 id="decisions-title" className="mb-3 font-semibold text-lg">
        Decisions
      </h2>
      {isEmpty && (
        <p className="text-muted text-sm">
          {isSearched ? "No decision has this text." : "No active decisions."}
        </p>
      )}
      <ul className="grid gap-2">
        {tokens.map(({ chain, address, state, reason }) => (
          <Decision
            key={`${chain} ${address}`}
            state={state}
            name={
              <PageLink href={`/${chain}/${address}`} className="underline underline-offset-4">
                {chain} {address}
              </PageLink>
            }
            reason={reason}
            verb="Restore token"
            onRevert={() =>
              setDialog(
                <RestoreToken chain={chain} address={address} seen={state} onClose={onClose} />,
              )
            }
          />
        ))}
        {pictures.map(({ cid, reason, recognizesCopies }) => (
          <Decision
            key={cid}
            state="removed"
            name={cid}
            reason={reason}
            note={recognizesCopies ? null : "Copies are not recognized"}
            verb="Restore image"
            onRevert={() => setDialog(<RestoreImage cid={cid} onClose={onClose} />)}
          />
        ))}
        {videos.map(({ uid, reason, recognizesCopies }) => (
          <Decision
            key={uid}
            state="removed"
            name={uid}
            reason={reason}
            note={recognizesCopies ? null : "Copies are not recognized"}
            verb="Restore video"
            onRevert={() => setDialog(<RestoreVideo uid={uid} onClose={onClose} />)}
          />
        ))}
        {creators.map(({ type, value, reason }) => (
          <Decision
            key={`${type} ${value}`}
            state="blocked"
            name={`${type.replace("_", " ")}: ${value}`}
            reason={reason}
            verb="Unblock creator"
            onRevert={() =>
              setDialog(<UnblockCreator type={type} value={value} onClose={onClose} />)
            }
          />
        ))}
      </ul>
      {dialog}
    </section>
  );
}

function Decision({
  state,
  name,
  reason,
  note = null,
  verb,
  onRevert,
}: {
  state: string;
  name: ReactNode;
  reason: ModerationReason;
  note?: string | null;
  verb: string;
  onRevert: () => void;
}) {
  return (
    <li data-slot="decision">
      <Card className="flex flex-wrap items-center gap-x-3 gap-y-2 p-3 text-sm">
        <Badge>{state.replace("_", " ")}</Badge>
        <span className="min-w-0 flex-1 basis-40 break-all font-mono text-xs">{name}</span>
        <span className="text-muted">{REASON_LABELS[reason]}</span>
        {note !== null && <span className="text-danger">{note}</span>}
        <Button size="small" onClick={onRevert}>
          {verb}…
        </Button>
      </Card>
    </li>
  );
}
