import { CircleAlert, CircleCheck, CircleX } from "lucide-react";
import { cn } from "@/components/ui/cn";
import type { Tone } from "./describe-status";

const MARKS = {
  ok: { Icon: CircleCheck, className: "text-up" },
  slow: { Icon: CircleAlert, className: "text-accent-text" },
  down: { Icon: CircleX, className: "text-danger" },
} as const;

/** Status icon with shape and color; the text is next to it. */
export function ToneMark({ tone, className }: { tone: Tone; className?: string }) {
  const { Icon, className: color } = MARKS[tone];
  return <Icon aria-hidden="true" className={cn("shrink-0", color, className)} />;
}
