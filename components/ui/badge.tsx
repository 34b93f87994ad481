import type { ComponentProps } from "react";
import { cn } from "./cn";

const TONES = {
  neutral: "bg-raised text-muted",
  sea: "bg-sea text-sea-text",
  accent: "bg-accent text-accent-ink",
} as const;

export function Badge({
  tone = "neutral",
  className,
  ...props
}: ComponentProps<"span"> & { tone?: keyof typeof TONES }) {
  return (
    <span
      data-slot="badge"
      className={cn(
        "inline-flex h-5 items-center gap-1 whitespace-nowrap rounded-md px-1.5 font-mono text-micro",
        TONES[tone],
        className,
      )}
      {...props}
    />
  );
}
