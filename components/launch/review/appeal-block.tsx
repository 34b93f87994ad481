"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { getLinks, type LaunchDraft } from "@/components/launch/form/launch-form";
import { cleanIdentityInput } from "@/components/recipients/clean-identity-input";
import { Button } from "@/components/ui/button";
import { PartBoundary, PartFailed } from "@/components/ui/part-boundary";
import type { AppealTarget } from "@/lib/web/token/report-content";

const AppealDialog = dynamic(
  () => import("@/components/token/appeal-dialog").then((module) => module.AppealDialog),
  { ssr: false },
);

/** Actions of a blocked creator: appeal, and check whether the block has ended. */
export function AppealBlock({
  appealed,
  onRetry,
}: {
  appealed: AppealTarget;
  onRetry: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="mt-3 flex flex-wrap gap-3">
      <Button size="small" onClick={() => setOpen(true)}>
        Appeal
      </Button>
      <Button size="small" variant="ghost" onClick={onRetry}>
        Check again
      </Button>
      {isOpen && (
        <PartBoundary fallback={<PartFailed />}>
          <AppealDialog appealed={appealed} onClose={() => setOpen(false)} />
        </PartBoundary>
      )}
    </div>
  );
}

/** Everything in a draft that can be blocked. @param from the wallet that pays; null for the service */
export function appealOf(draft: LaunchDraft, from: string | null): AppealTarget {
  const { creator } = draft;
  return {
    kind: "creator",
    creator:
      creator.type === "none"
        ? null
        : { type: creator.type, id: cleanIdentityInput(creator.type, creator.id) },
    from,
    links: Object.values(getLinks(draft)),
  };
}
