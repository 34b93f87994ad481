import { cn } from "@/components/ui/cn";

/** Deterministic icon of an address in two hues. */
export function AccountMark({ address, className }: { address: string; className?: string }) {
  const seed = Number.parseInt(address.slice(2, 10), 16);
  const hue = seed % 360;
  const other = (hue + 60 + ((seed >>> 9) % 120)) % 360;
  return (
    <span
      data-slot="account-mark"
      aria-hidden="true"
      className={cn("inline-block size-5 shrink-0 rounded-full", className)}
      style={{
        background: `conic-gradient(from ${seed % 180}deg, oklch(0.72 0.14 ${hue}), oklch(0.62 0.15 ${other}), oklch(0.72 0.14 ${hue}))`,
      }}
    />
  );
}
