"use client";

import { EyeOff } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { PartBoundary, PartFailed } from "@/components/ui/part-boundary";
import type { TokenBasicDetails } from "@/lib/features/market/schema/tokens";
import {
  type ModerationReason,
  REASON_LABELS,
  type TargetKind,
} from "@/lib/features/moderation/rules/moderation";
import type { ChainSlug } from "@/lib/shared/chains";

const AppealDialog = dynamic(
  () => import("./appeal-dialog").then((module) => module.AppealDialog),
  { ssr: false },
);

const DECISIONS = {
  hidden: {
    kind: "token",
    text: "The operator of this launchpad does not list this token. It still exists on chain, and its fees can still be claimed.",
  },
  blurred: {
    kind: "token",
    text: "The operator of this launchpad has blurred the image of this token.",
  },
  picture_removed: {
    kind: "picture",
    text: "The operator of this launchpad has removed the image of this token.",
  },
  video_removed: {
    kind: "video",
    text: "The operator of this launchpad has removed the video of this token.",
  },
} as const satisfies Record<string, { kind: TargetKind; text: string }>;

type Props = { chain: ChainSlug; token: Pick<TokenBasicDetails, "tokenAddress"> };
type Decision = { state: keyof typeof DECISIONS; reason: ModerationReason };

/** Shows a moderator's decision about a token and its video. */
export function ModerationNotice({
  chain,
  token,
  decided,
}: Props & { decided: readonly Decision[] }) {
  return (
    <section aria-label="Moderation" className="grid gap-2">
      {decided.map((one) => (
        <Notice key={one.state} chain={chain} token={token} {...one} />
      ))}
    </section>
  );
}

function Notice({ chain, token, state, reason }: Props & Decision) {
  const [isOpen, setOpen] = useState(false);
  const { kind, text } = DECISIONS[state];
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-raised px-4 py-3 text-sm">
      <EyeOff aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <p className="min-w-0 flex-1 basis-56">
        {text} Reason: {REASON_LABELS[reason]}.
      </p>
      <Button size="small" onClick={() => setOpen(true)}>
        Appeal
      </Button>
      {isOpen && (
        <PartBoundary fallback={<PartFailed />}>
          <AppealDialog
            appealed={{ kind, chain, tokenAddress: token.tokenAddress }}
            onClose={() => setOpen(false)}
          />
        </PartBoundary>
      )}
    </div>
  );
}
