"use client";

import {
  blurToken,
  closeReports,
  hideToken,
  removeImage,
  removeVideo,
} from "@/lib/features/moderation/operations";
import type { QueueItem, QueueToken } from "@/lib/features/moderation/schema";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import { ActionDialog } from "../action-dialog";
import { BlockCreator } from "./block-creator";
import { PublicReason, usePublicReason } from "./public-reason";
import { RestoreImage, RestoreToken, RestoreVideo, UnblockCreator } from "./restore-dialogs";

/** Actions of a moderator on an entry of the queue. */
export type Choice = "hide" | "blur" | "picture" | "video" | "creator" | "restore" | "close";

/** Whether the entry has an appeal against the decision in force. */
export function isAppealed({ state, appealCount }: QueueItem): boolean {
  return state !== null && appealCount > 0;
}

export function closeVerb(item: QueueItem): string {
  return isAppealed(item) ? "Keep decision" : "Close reports";
}

/** An action that a moderator has chosen, with the entry and token as they were shown at that time. */
export type Chosen = { choice: Choice; item: QueueItem; token: QueueToken | null };

/** The dialog of a moderator's action on an entry of the queue, or on one of its tokens. */
export function ChoiceDialog({
  chosen: { choice, item, token },
  onClose,
}: {
  chosen: Chosen;
  onClose: () => void;
}) {
  const { kind, key } = item;
  const { publicReason, field } = usePublicReason();
  const name = token === null ? "" : nameOf(token);
  const decision =
    publicReason === null || token === null
      ? null
      : { chain: token.chain, address: token.address, seen: token.state, publicReason };
  const cid = kind === "picture" ? key : (token?.token?.picture ?? "");
  const shared = { onClose, children: <PublicReason {...field} /> };
  switch (choice) {
    case "hide":
      return (
        <ActionDialog
          action={hideToken}
          input={decision}
          title="Hide token"
          description={`${name} is removed from lists, search and streams. Its page stays, with a notice.`}
          verb="Hide token"
          {...shared}
        />
      );
    case "blur":
      return (
        <ActionDialog
          action={blurToken}
          input={decision}
          title="Blur image"
          description={
            token?.state === "hidden"
              ? `${name} is listed again, with a blurred image.`
              : `${name} stays listed with a blurred image.`
          }
          verb="Blur image"
          {...shared}
        />
      );
    case "picture":
      return (
        <ActionDialog
          action={removeImage}
          input={publicReason && { cid, seen: null, publicReason }}
          title="Remove image"
          description="The image is no longer served, and copies of it are rejected."
          verb="Remove image"
          {...shared}
        />
      );
    case "video":
      return (
        <ActionDialog
          action={removeVideo}
          input={publicReason && { uid: key, seen: null, publicReason }}
          title="Remove video"
          description="The video and its thumbnail are no longer served, and copies are rejected."
          verb="Remove video"
          {...shared}
        />
      );
    case "creator":
      return (
        <BlockCreator blocks={token?.blocks ?? item.blocks} own={item.block} onClose={onClose} />
      );
    case "restore":
      return <RestoreDialog item={item} onClose={onClose} />;
    case "close":
      return (
        <ActionDialog
          action={closeReports}
          input={{ kind, key, seen: seenIn(item) }}
          title={closeVerb(item)}
          description={closeText(item)}
          verb={closeVerb(item)}
          onClose={onClose}
        />
      );
  }
}

/** Reverts the decision about the target of an entry. */
function RestoreDialog({ item, onClose }: { item: QueueItem; onClose: () => void }) {
  const { kind, key, block, tokens } = item;
  const [token] = tokens;
  if (kind === "picture") return <RestoreImage cid={key} onClose={onClose} />;
  if (kind === "video") return <RestoreVideo uid={key} onClose={onClose} />;
  if (kind === "creator") return block && <UnblockCreator {...block} onClose={onClose} />;
  if (token === undefined) return null;
  const { chain, address, state } = token;
  return <RestoreToken chain={chain} address={address} seen={state} onClose={onClose} />;
}

/** The reports and appeals that an entry lists, or counts by their reason alone. */
function seenIn({ reports, appeals, textless }: QueueItem) {
  return {
    reports: reports.map(({ id }) => id),
    appeals: appeals.map(({ id }) => id),
    textlessUpTo: textless.newest,
  };
}

function closeText({ reports, appeals, textless, count, appealCount }: QueueItem): string {
  const withText = reports.filter((one) => !isTextless(one)).length;
  const closed = withText + appeals.length + textless.count;
  const left = count + appealCount - closed;
  const rest = left > 0 ? ` ${left} more ${left === 1 ? "remains" : "remain"} open.` : "";
  const [what, are] = closed === 1 ? ["report or appeal", "is"] : ["reports and appeals", "are"];
  return `${closed} ${what} ${are} closed. Nothing else changes.${rest}`;
}

/** Whether a report consists of its reason alone. */
export function isTextless({ details, email }: QueueItem["reports"][number]): boolean {
  return details === "" && email === null;
}

/** The name and address: another token may have the same name. */
function nameOf({ token, address }: QueueToken): string {
  const short = shortenAddress(address);
  return token === null ? short : `${token.name} (${short})`;
}
