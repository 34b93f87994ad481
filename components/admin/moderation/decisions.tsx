"use client";

import { type ReactNode, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import {
  restorePicture,
  restoreToken,
  restoreVideo,
  unblockCreator,
} from "@/lib/features/moderation/operations";
import { type ModerationReason, REASON_LABELS } from "@/lib/features/moderation/rules/moderation";
import type { ModerationQueue } from "@/lib/features/moderation/schema";
import { ActionDialog } from "../action-dialog";

/** The decisions in force; each can be taken back. */
export function Decisions({ decisions }: { decisions: ModerationQueue["decisions"] }) {
  const { tokens, pictures, videos, creators } = decisions;
  const isEmpty = tokens.length + pictures.length + videos.length + creators.length === 0;
  return (
    <section aria-labelledby="decisions-title">
      <h2 id="decisions-title" className="mb-3 font-semibold text-lg">
        Decisions
      </h2>
      {isEmpty && <p className="text-muted text-sm">No decision is in force.</p>}
      <ul className="grid gap-2">
        {tokens.map(({ chain, address, state, reason }) => (
          <Decision key={address} state={state} name={address} reason={reason} verb="Restore token">
            {(onClose) => (
              <ActionDialog
                action={restoreToken}
                input={{ chain, address }}
                title="Restore token"
                description="The token is listed again, with its picture."
                verb="Restore token"
                onClose={onClose}
              />
            )}
          </Decision>
        ))}
        {pictures.map(({ cid, reason }) => (
          <Decision key={cid} state="removed" name={cid} reason={reason} verb="Restore picture">
            {(onClose) => (
              <ActionDialog
                action={restorePicture}
                input={{ cid }}
                title="Restore picture"
                description="The picture is served again."
                verb="Restore picture"
                onClose={onClose}
              />
            )}
          </Decision>
        ))}
        {videos.map(({ uid, reason }) => (
          <Decision key={uid} state="removed" name={uid} reason={reason} verb="Restore video">
            {(onClose) => (
              <ActionDialog
                action={restoreVideo}
                input={{ uid }}
                title="Restore video"
                description="The video and its thumbnail are served again."
                verb="Restore video"
                onClose={onClose}
              />
            )}
          </Decision>
        ))}
        {creators.map(({ type, value, reason }) => (
          <Decision
            key={`${type} ${value}`}
            state="blocked"
            name={`${type}: ${value}`}
            reason={reason}
            verb="Unblock creator"
          >
            {(onClose) => (
              <ActionDialog
                action={unblockCreator}
                input={{ type, value }}
                title="Unblock creator"
                description="Launches of this creator are accepted again."
                verb="Unblock creator"
                onClose={onClose}
              />
            )}
          </Decision>
        ))}
      </ul>
    </section>
  );
}

function Decision({
  state,
  name,
  reason,
  verb,
  children,
}: {
  state: string;
  name: string;
  reason: ModerationReason;
  verb: string;
  children: (onClose: () => void) => ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <Card className="flex flex-wrap items-center gap-x-3 gap-y-2 p-3 text-sm">
        <Badge>{state.replace("_", " ")}</Badge>
        <span className="min-w-0 flex-1 basis-40 break-all font-mono text-xs">{name}</span>
        <span className="text-muted">{REASON_LABELS[reason]}</span>
        <Button size="small" onClick={() => setOpen(true)}>
          {verb}…
        </Button>
        {isOpen && children(() => setOpen(false))}
      </Card>
    </li>
  );
}
