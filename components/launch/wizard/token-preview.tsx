"use client";

import { useFormContext } from "react-hook-form";
import { type LaunchDraft, type LaunchMedia, toUsdc } from "@/components/launch/form/launch-form";
import {
  dollars,
  type LaunchLimits,
  withPossiblePayer,
} from "@/components/launch/form/launch-rules";
import { unnamedCreator } from "@/components/launch/form/unnamed-creator";
import { MediaPicture } from "@/components/launch/media/media-picture";
import { IDENTITY_LABELS } from "@/components/recipients/identity-fields";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { normalizeSymbol } from "@/lib/features/launch/rules/token-symbol";
import { CHAINS } from "@/lib/shared/chains";

/** Live preview of the token as the explorer shows it. */
export function TokenPreview({ limits }: { limits: LaunchLimits }) {
  const draft = withPossiblePayer(useFormContext<LaunchDraft>().watch(), limits);
  const name = draft.name.trim();
  const usdc = toUsdc(draft.marketCapUsd);
  return (
    <Card data-slot="token-preview" className="overflow-hidden">
      <div className="relative">
        <MediaPicture media={draft.media} className="aspect-square w-full" />
        <Badge className="absolute top-2.5 left-2.5 bg-canvas/85 text-ink backdrop-blur-sm">
          {CHAINS[draft.chain].name}
        </Badge>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4">
        <div className="min-w-0">
          {/* A block of its own direction, so that the end of a long name is cut and not its start. */}
          <p className="font-semibold text-lg leading-6">
            <bdi className={cn("block truncate text-left", name === "" && "text-faint")}>
              {name || "Your token"}
            </bdi>
          </p>
          <p className="font-mono text-faint text-xs">
            <bdi className="block truncate text-left">
              {normalizeSymbol(draft.symbol) || "SYMBOL"}
            </bdi>
          </p>
        </div>
        <p className="line-clamp-3 min-h-10 whitespace-pre-line break-words text-muted text-sm">
          <bdi>{draft.description.trim() || "No description yet."}</bdi>
        </p>
        <dl className="grid grid-cols-[minmax(0,1fr)] gap-1.5 border-t pt-3 text-sm">
          <Line title="Market cap">{usdc === null ? "–" : dollars(usdc)}</Line>
          <Line title="Fees to">{earns(draft)}</Line>
          <Line title="Image">{describe(draft.media)}</Line>
        </dl>
      </div>
    </Card>
  );
}

function Line({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="shrink-0 text-faint">{title}</dt>
      <dd className="nums min-w-0 truncate text-right">{children}</dd>
    </div>
  );
}

/** Short description of who earns the fees. */
function earns({ treasury, recipients, creator, payer }: LaunchDraft): string {
  if (treasury === "fee_split") {
    return recipients.length === 1 ? "1 recipient" : `${recipients.length} recipients`;
  }
  if (treasury === "revenue_manager") return "revenue manager";
  if (treasury === "fee_split_manager") return "fee split manager";
  if (creator.type === "none") return unnamedCreator({ payer }).earner.toLowerCase();
  return creator.id.trim() || `creator, ${IDENTITY_LABELS[creator.type].title}`;
}

function describe(media: LaunchMedia | null): string {
  if (media === null) return "none yet";
  return media.kind === "video" ? "video" : "ready";
}
