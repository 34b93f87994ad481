"use client";

import { Badge } from "@/components/ui/badge";
import { PlainButton } from "@/components/ui/button";
import { Tooltip } from "@/components/ui/overlay/tooltip";
import { useSiteFacts } from "./site-facts";

/** Shown while the chains are simulated. */
export function SandboxBadge() {
  if (!useSiteFacts().sandbox) return null;
  return (
    <Tooltip
      side="bottom"
      className="mr-1"
      hint="This launchpad runs on simulated chains. Nothing here has real value."
    >
      <PlainButton className="flex cursor-default items-center py-2">
        <Badge tone="sea">Sandbox</Badge>
      </PlainButton>
    </Tooltip>
  );
}
