"use client";

import { useQuery } from "@tanstack/react-query";
import { CirclePause } from "lucide-react";
import { useFormContext } from "react-hook-form";
import type { LaunchDraft } from "@/components/launch/form/launch-form";
import { Card } from "@/components/ui/card";
import { CHAINS } from "@/lib/shared/chains";
import { chainIn, configQuery } from "@/lib/web/queries";

const INTERVAL_MS = 15_000;

/** Warns, before the form is filled in, that launches on its chain are paused. */
export function LaunchPause() {
  const chain = useFormContext<LaunchDraft>().watch("chain");
  const { data: config } = useQuery({
    ...configQuery(),
    staleTime: 0,
    refetchInterval: INTERVAL_MS,
  });
  const launching = chainIn(config, chain)?.launching;
  if (!launching?.paused) return null;
  const open = config?.chains.filter((one) => !one.launching.paused) ?? [];
  return (
    <Card role="status" className="mt-4 flex gap-3 p-4 text-sm">
      <CirclePause aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-danger" />
      <div className="min-w-0">
        <p className="font-medium">Launching on {CHAINS[chain].name} is paused</p>
        <p className="mt-1 text-muted [overflow-wrap:anywhere]">{launching.message}</p>
        <p className="mt-1 text-muted">
          {open.length === 0
            ? "You can fill in the form now and launch later: your draft is saved in this browser."
            : `Launching is open on ${open.map(({ name }) => name).join(" and ")}.`}
        </p>
      </div>
    </Card>
  );
}
