"use client";

import { useQuery } from "@tanstack/react-query";
import { Badge } from "@/components/ui/badge";
import { Tooltip } from "@/components/ui/tooltip";
import { configQuery } from "@/lib/client/queries";

/** Shown while the chains are simulated on the operator's machine. */
export function SandboxBadge() {
  const { data } = useQuery(configQuery());
  if (data?.sandbox !== true) return null;
  return (
    <Tooltip
      side="bottom"
      align="end"
      className="mr-1"
      hint="Chains run on this machine. Everything works as on the real ones, and nothing here has value."
    >
      <button type="button" className="flex cursor-default items-center py-2">
        <Badge tone="sea">Sandbox</Badge>
      </button>
    </Tooltip>
  );
}
