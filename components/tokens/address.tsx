import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import { shortenAddress } from "@/lib/web/format/shorten-address";

/** Shortened address with a button that copies the full one. */
export function Address({
  address,
  label = "Copy address",
  className,
}: {
  address: string;
  label?: string;
  className?: string;
}) {
  return (
    <span
      data-slot="address"
      className={cn("inline-flex items-center gap-0.5 font-mono text-muted text-xs", className)}
    >
      <span title={address}>{shortenAddress(address)}</span>
      <CopyButton text={address} label={label} className="relative z-10 size-7 [&_svg]:size-3.5" />
    </span>
  );
}
