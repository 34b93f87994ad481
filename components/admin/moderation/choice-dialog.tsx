"use client";

import {
  blurToken,
  closeReports,
  hideToken,
  removeImage,
  removeVideo,
} from "@/lib/features/moderation/operations";
import type { QueueItem } from "@/lib/features/moderation/schema";
import { ActionDialog } from "../action-dialog";
import { BlockCreator } from "./block-creator";
import { PublicReason, usePublicReason } from "./public-reason";
import { RestoreImage, RestoreToken, RestoreVideo, UnblockCreator } from "./restore-dialogs";

/** Actions of a moderator on an entry of the queue. */
export type Choice = "hide" | "blur" | "picture" | "video" | "creator" | "restore" | "close";

/** Whether the entry has an appeal against the decision in force. */
export function isAppealed({ state, appeals }: QueueItem): boolean {
  return state !== null && appeals.length > 0;
}

export function closeVerb(item: QueueItem): string {
  return isAppealed(item) ? "Keep decision" : "Close reports";
}

/** The dialog of a moderator's action on an entry of the queue. */
export function ChoiceDialog({
  item,
  choice,
  onClose,
}: {
  item: QueueItem;
  choice: Choice;
  onClose: () => void;
}) {
  const { kind, key, chain, tokenAddress: address, token } = item;
  const { publicReason, field } = usePublicReason();
  const name = token?.name ?? address;
  const decision =
    publicReason === null || chain === null || address === null
      ? null
      : { chain, address, publicReason };
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
          description={`${name} stays listed with a blurred image.`}
          verb="Blur image"
          {...shared}
        />
      );
    case "picture":
      return (
        <ActionDialog
          action={removeImage}
          input={publicReason && { cid: token?.picture ?? "", publicReason }}
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
          input={publicReason && { uid: key, publicReason }}
          title="Remove video"
          description="The video and its thumbnail are no longer served, and copies are rejected."
          verb="Remove video"
          {...shared}
        />
      );
    case "creator":
      return <BlockCreator blocks={item.blocks} onClose={onClose} />;
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

/** Reverts the decision about the target of an entry. */
function RestoreDialog({ item, onClose }: { item: QueueItem; onClose: () => void }) {
  const { kind, key, block, chain, tokenAddress: address } = item;
  if (kind === "picture") return <RestoreImage cid={key} onClose={onClose} />;
  if (kind === "video") return <RestoreVideo uid={key} onClose={onClose} />;
  if (kind === "creator") return block && <UnblockCreator {...block} onClose={onClose} />;
  if (chain === null || address === null) return null;
  return <RestoreToken chain={chain} address={address} onClose={onClose} />;
}
