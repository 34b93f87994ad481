"use client";

import {
  restoreImage,
  restoreToken,
  restoreVideo,
  unblockCreator,
} from "@/lib/features/moderation/operations";
import type { BlockType, TokenState } from "@/lib/features/moderation/rules/moderation";
import type { ChainSlug } from "@/lib/shared/chains";
import { ActionDialog } from "../action-dialog";

type Closable = { onClose: () => void };

/** Ends the hiding or blurring of a token. */
export function RestoreToken({
  chain,
  address,
  seen,
  onClose,
}: Closable & { chain: ChainSlug; address: string; seen: TokenState | null }) {
  return (
    <ActionDialog
      action={restoreToken}
      input={{ chain, address, seen }}
      title="Restore token"
      description="The token is listed again, with its image."
      verb="Restore token"
      onClose={onClose}
    />
  );
}

/** Serves a removed image again. */
export function RestoreImage({ cid, onClose }: Closable & { cid: string }) {
  return (
    <ActionDialog
      action={restoreImage}
      input={{ cid }}
      title="Restore image"
      description="The image is served again."
      verb="Restore image"
      onClose={onClose}
    />
  );
}

/** Serves a removed video again. */
export function RestoreVideo({ uid, onClose }: Closable & { uid: string }) {
  return (
    <ActionDialog
      action={restoreVideo}
      input={{ uid }}
      title="Restore video"
      description="The video and its thumbnail are served again."
      verb="Restore video"
      onClose={onClose}
    />
  );
}

/** Ends the block of a creator. */
export function UnblockCreator({
  type,
  value,
  onClose,
}: Closable & { type: BlockType; value: string }) {
  return (
    <ActionDialog
      action={unblockCreator}
      input={{ type, value }}
      title="Unblock creator"
      description="Launches of this creator are accepted again."
      verb="Unblock creator"
      onClose={onClose}
    />
  );
}
