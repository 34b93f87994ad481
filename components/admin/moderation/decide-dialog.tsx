"use client";

import { useState } from "react";
import { Field } from "@/components/ui/field";
import { Input, Select } from "@/components/ui/input";
import { blockCreator, removeImage, removeVideo } from "@/lib/features/moderation/operations";
import {
  BLOCK_LABELS,
  BLOCK_TYPES,
  type BlockType,
  normalizeBlock,
} from "@/lib/features/moderation/rules/moderation";
import { isCid } from "@/lib/shared/cid";
import { ActionDialog } from "../action-dialog";
import { PublicReason, usePublicReason } from "./public-reason";

type Choice = BlockType | "picture" | "video";

const LABELS = {
  ...BLOCK_LABELS,
  picture: "CID",
  video: "Video ID",
} as const satisfies Record<Choice, string>;
const TYPES = [...BLOCK_TYPES, "picture", "video"] as const;
const MUST_BE = {
  wallet: "must be 0x and 40 hex characters",
  email: "must be an email address",
  twitter: "must be a username on X",
  twitter_id: "must be a number",
  farcaster: "must be a username on Farcaster",
  farcaster_id: "must be a number",
  network: "must be an IP address, or a network of /8 or smaller (IPv6: /16)",
  domain: "must be a domain, such as example.com",
  picture: "must be a CID",
  video: "must have at most 100 characters",
} as const satisfies Record<Choice, string>;

/** Blocks a creator by any of its names, or removes an image or video, without a report. */
export function DecideDialog({ onClose }: { onClose: () => void }) {
  const [type, setType] = useState<Choice>("wallet");
  const [value, setValue] = useState("");
  const { publicReason, field } = usePublicReason();
  const trimmed = value.trim();
  // As copied from the metadata of a token.
  const text = type === "picture" ? trimmed.replace(/^ipfs:\/\//i, "") : trimmed;
  const isWrong = text !== "" && !isValid(type, text);
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
            <option value="picture">Remove: image</option>
            <option value="video">Remove: video</option>
          </Select>
        )}
      </Field>
      <Field label={LABELS[type]} error={isWrong ? MUST_BE[type] : undefined}>
        {(control) => (
          <Input {...control} value={value} onChange={(event) => setValue(event.target.value)} />
        )}
      </Field>
      <PublicReason {...field} />
    </>
  );
  if (type === "picture") {
    return (
      <ActionDialog
        action={removeImage}
        input={publicReason !== null && isCid(text) ? { cid: text, publicReason } : null}
        title="Decide"
        description="The image is no longer served, and copies of it are rejected."
        verb="Remove image"
        onClose={onClose}
      >
        {fields}
      </ActionDialog>
    );
  }
  if (type === "video") {
    const isUid = text !== "" && isValid(type, text);
    return (
      <ActionDialog
        action={removeVideo}
        input={publicReason !== null && isUid ? { uid: text, publicReason } : null}
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
      description="Launches of this creator are rejected. Managers and claims of existing tokens continue to work."
      verb="Block creator"
      onClose={onClose}
    >
      {fields}
    </ActionDialog>
  );
}

function isValid(type: Choice, text: string): boolean {
  if (type === "picture") return isCid(text);
  if (type === "video") return text.length <= 100;
  return normalizeBlock(type, text) !== null;
}
