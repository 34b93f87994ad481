"use client";

import { CalendarClock } from "lucide-react";
import { useNow } from "@/components/tokens/use-now";
import { Card } from "@/components/ui/card";
import type { LaunchProtection } from "@/lib/features/market/rules/launch-protection";
import { formatCountdown, formatTime } from "@/lib/web/format/format-time";
import { ProtectionAhead } from "./facts/launch-protection";

/** In place of the trade panel until trading opens. */
export function TradingOpens({
  startTime,
  protection,
}: {
  startTime: number;
  protection: LaunchProtection | null;
}) {
  const now = useNow();
  const date = new Date(startTime * 1_000).toISOString();
  return (
    <Card
      role="region"
      aria-label="Trade"
      className="grid place-items-center gap-2 px-4 py-12 text-center"
    >
      <CalendarClock aria-hidden="true" className="size-8 text-accent-text" />
      <p className="font-semibold text-lg">
        Trading opens{" "}
        <time role="timer" dateTime={date} className="nums">
          {now === 0 ? date.slice(0, 10) : formatCountdown(startTime - now)}
        </time>
      </p>
      {now !== 0 && <p className="text-muted text-sm">{formatTime(startTime)}</p>}
      <p className="max-w-64 text-faint text-sm">
        Nobody can buy before then, not even the creator.
      </p>
      {protection !== null && <ProtectionAhead terms={protection} />}
    </Card>
  );
}
