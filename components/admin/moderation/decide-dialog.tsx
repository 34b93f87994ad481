"use client";

import { useState } from "react";
import { Field } from "@/components/ui/field";
import { Input, Select } from "@/components/ui/input";
import { blockCreator, removePicture, removeVideo } from "@/lib/features/moderation/operations";
import {
  BLOCK_TYPES,
  type BlockType,
  normalizeBlock,
} from "@/lib/features/moderation/rules/moderation";
import { isCid } from "@/lib/shared/cid";
import { ActionDialog } from "../action-dialog";
import { PublicReason, usePublicReason } from "./public-reason";

const LABELS = {
  wallet: "Wallet",
  email: "Email",
  twitter: "X username",
  twitter_id: "X user ID",
  farcaster: "Farcaster username",
  farcaster_id: "Farcaster ID (fid)",
  network: "Network",
  domain: "Domain",
  picture: "CID",
  video: "Video ID",
} as const satisfies Record<BlockType | "picture" | "video", string>;
const TYPES = [...BLOCK_TYPES, "picture", "video"] as const;

/** Blocks a creator by any of its names, or removes a picture or video, without a report. */
export function DecideDialog({ onClose }: { onClose: () => void }) {
  const [type, setType] = useState<BlockType | "picture" | "video">("wallet");
  const [value, setValue] = useState("");
  const { publicReason, field } = usePublicReason();
  const fields = (
    <>
      <Field label="What">
        {(control) => (
          <Select
            {...control}
            value={type}
            onChange={(event) => {
              const { value: chosen } = event.target;
              setType(TYPES.find((one) => one === chosen) ?? "wallet");
            }}
          >
            {BLOCK_TYPES.map((one) => (
              <option key={one} value={one}>
                Block: {LABELS[one]}
              </option>
            ))}
            <option value="picture">Remove: picture</option>
            <option value="video">Remove: video</option>
          </Select>
        )}
      </Field>
      <Field label={LABELS[type]}>
        {(control) => (
          <Input {...control} value={value} onChange={(event) => setValue(event.target.value)} />
        )}
      </Field>
      <PublicReason {...field} />
    </>
  );
  if (type === "picture") {
    const cid = value.trim();
    return (
      <ActionDialog
        action={removePicture}
        input={publicReason !== null && isCid(cid) ? { cid, publicReason } : null}
        title="Decide"
        description="The picture is no longer served, and copies of it are rejected."
        verb="Remove picture"
        onClose={onClose}
      >
        {fields}
      </ActionDialog>
    );
  }
  if (type === "video") {
    const uid = value.trim();
    return (
      <ActionDialog
        action={removeVideo}
        input={publicReason !== null && uid !== "" ? { uid, publicReason } : null}
        title="Decide"
        description="The video and its thumbnail are no longer served, and copies are rejected."
        verb="Remove video"
        onClose={onClose}
      >
        {fields}
      </ActionDialog>
    );
  }
  const block = normalizeBlock(type, value);
  return (
    <ActionDialog
      action={blockCreator}
      input={publicReason !== null && block !== null ? { ...block, publicReason } : null}
      title="Decide"
      description="Launches of this creator are rejected. Managers and claims of existing tokens go on."
      verb="Block creator"
      onClose={onClose}
    >
      {fields}
    </ActionDialog>
  );
}
