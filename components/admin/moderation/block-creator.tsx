"use client";

import { useState } from "react";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/input";
import { blockCreator } from "@/lib/features/moderation/operations";
import { BLOCK_LABELS, type CreatorBlock } from "@/lib/features/moderation/rules/moderation";
import type { QueueItem } from "@/lib/features/moderation/schema";
import { ActionDialog } from "../action-dialog";
import { PublicReason, usePublicReason } from "./public-reason";

/** Blocks the creator of a reported token by one of its known identifiers. */
export function BlockCreator({
  blocks,
  own,
  onClose,
}: {
  blocks: QueueItem["blocks"];
  /** The identifier that the entry is about, whose state it shows. */
  own: CreatorBlock | null;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState(0);
  const { publicReason, field } = usePublicReason();
  const block = blocks[chosen] ?? null;
  return (
    <ActionDialog
      action={blockCreator}
      input={
        publicReason !== null && block !== null
          ? { ...block, ...seenBlock(block, own), publicReason }
          : null
      }
      title="Block creator"
      description="Launches of this creator are rejected. Managers and claims of existing tokens continue to work."
      verb="Block creator"
      onClose={onClose}
    >
      <Field
        label="By"
        {...(block?.type === "network"
          ? { hint: "Everyone who shares this network is blocked." }
          : {})}
      >
        {(control) => (
          <Select
            {...control}
            value={chosen}
            onChange={(event) => setChosen(Number(event.target.value))}
          >
            {blocks.map(({ type, value }, index) => (
              <option key={`${type} ${value}`} value={index}>
                {BLOCK_LABELS[type]}: {value}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <PublicReason {...field} />
    </ActionDialog>
  );
}

/**
 * The state of an identifier that an entry of the queue has shown as not blocked. An entry shows only the
 * state of its own; another one may have been blocked before.
 */
export function seenBlock(block: CreatorBlock, own: CreatorBlock | null): { seen?: null } {
  return block.type === own?.type && block.value === own.value ? { seen: null } : {};
}
