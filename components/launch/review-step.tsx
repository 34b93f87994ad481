"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Pencil, Rocket } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { useFormContext } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { ApiError } from "@/lib/client/api-error";
import { call } from "@/lib/client/call";
import { formatDecimal } from "@/lib/client/format-decimal";
import { newIdempotencyKey } from "@/lib/client/new-idempotency-key";
import { CHAINS } from "@/lib/domain/chains";
import { launchMemecoin } from "@/lib/operations/launch";
import { type LaunchDraft, launchForm, toLaunchBody, toUsdc } from "./launch-form";
import { LaunchProblem } from "./launch-problem";
import type { LaunchStepId } from "./launch-steps";
import { earns } from "./token-preview";

/** As wide as an address, so that nothing moves when it is known. */
const UNKNOWN_ADDRESS = `0x${"·".repeat(40)}`;

/** The launch as it will be, rehearsed against the interface, and the button that does it. */
export function ReviewStep({
  onEdit,
  onAccepted,
}: {
  onEdit: (step: LaunchStepId) => void;
  onAccepted: (jobId: string) => void;
}) {
  const router = useRouter();
  const draft = useFormContext<LaunchDraft>().watch();
  const checked = launchForm.safeParse(draft);
  const body = toLaunchBody(draft);
  const idempotencyKey = useIdempotencyKey(JSON.stringify([draft.chain, body]));
  const rehearsal = useQuery({
    queryKey: [launchMemecoin.id, "dry-run", idempotencyKey],
    queryFn: ({ signal }) =>
      call(
        launchMemecoin,
        { params: { chain: draft.chain }, body: { ...body, dryRun: true } },
        { signal, idempotencyKey },
      ),
    enabled: checked.success,
    staleTime: 60_000,
    retry: false,
  });
  const launch = useMutation({
    mutationFn: () =>
      call(
        launchMemecoin,
        { params: { chain: draft.chain }, body },
        { idempotencyKey, timeoutMs: 45_000 },
      ),
    onSuccess: (accepted) => {
      if (!("jobId" in accepted)) return;
      router.push(`/launch/${draft.chain}/${accepted.jobId}`);
      onAccepted(accepted.jobId);
    },
  });
  const error: ApiError | Error | null = launch.error ?? rehearsal.error;
  return (
    <div className="grid gap-5">
      <Card className="divide-y px-4 sm:px-5">
        <Entry title="Token" step="details" onEdit={onEdit}>
          <bdi className="font-medium">{draft.name.trim() || "–"}</bdi>{" "}
          <bdi className="font-mono text-faint text-xs">{draft.symbol.trim()}</bdi>
          <span className="block text-muted">on {CHAINS[draft.chain].name}</span>
        </Entry>
        <Entry title="Picture" step="media" onEdit={onEdit}>
          {draft.media === null
            ? "–"
            : draft.media.kind === "video"
              ? "Video, approved"
              : "Uploaded"}
        </Entry>
        <Entry title="Earns" step="earnings" onEdit={onEdit}>
          <bdi className="break-all">{earns(draft)}</bdi>
          <span className="block text-muted">
            {draft.peoplePercent} % of the fees, the rest buys back
          </span>
        </Entry>
        <Entry title="Starting market cap" step="price" onEdit={onEdit}>
          ${formatDecimal((toUsdc(draft.marketCapUsd) ?? "0000000").slice(0, -6) || "0")}
        </Entry>
        <div className="grid gap-x-3 py-3 text-sm sm:grid-cols-[11rem_minmax(0,1fr)]">
          <span className="text-faint">Address</span>
          <output aria-label="Token address" className="break-all font-mono text-xs leading-5">
            {rehearsal.data?.expectedAddress ?? UNKNOWN_ADDRESS}
          </output>
        </div>
      </Card>
      <LaunchProblem
        issues={checked.error?.issues ?? []}
        error={error}
        onEdit={onEdit}
        onRetry={() => (launch.error === null ? void rehearsal.refetch() : launch.mutate())}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <p className="min-w-0 flex-1 basis-60 text-muted text-sm">
          Slipway signs and pays. A launch cannot be taken back, and nobody can mint, pause or take
          out liquidity afterwards.
        </p>
        <Button
          variant="primary"
          className="h-12 px-6 text-base"
          disabled={
            !checked.success || launch.isPending || launch.isSuccess || !rehearsal.isSuccess
          }
          onClick={() => launch.mutate()}
        >
          <Rocket aria-hidden="true" className="size-4.5" />
          {launch.isPending || launch.isSuccess
            ? "Sending…"
            : rehearsal.isFetching
              ? "Rehearsing…"
              : "Launch"}
        </Button>
      </div>
    </div>
  );
}

function Entry({
  title,
  step,
  onEdit,
  children,
}: {
  title: string;
  step: LaunchStepId;
  onEdit: (step: LaunchStepId) => void;
  children: ReactNode;
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-3 text-sm sm:grid-cols-[11rem_minmax(0,1fr)_auto]">
      <span className="col-span-2 text-faint sm:col-span-1">{title}</span>
      <div className="min-w-0">{children}</div>
      <Button
        variant="ghost"
        size="small"
        aria-label={`Change: ${title}`}
        onClick={() => onEdit(step)}
        className="-my-1 self-start"
      >
        <Pencil aria-hidden="true" className="size-3.5" />
        Change
      </Button>
    </div>
  );
}

/**
 * One key for one body, however often it is sent; a changed body is another launch. The rehearsal
 * has the launch's key, so that it tells the launch's address.
 */
function useIdempotencyKey(body: string): string {
  const [held, setHeld] = useState(() => ({ body, key: newIdempotencyKey() }));
  if (held.body === body) return held.key;
  const next = { body, key: newIdempotencyKey() };
  setHeld(next);
  return next.key;
}
