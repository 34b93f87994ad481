import { LoaderCircle } from "lucide-react";
import { cn } from "./cn";

/** Something is under way; what it is stands beside it in words. */
export function Spinner({ className }: { className?: string }) {
  return (
    <LoaderCircle
      data-slot="spinner"
      aria-hidden="true"
      className={cn("size-4 animate-spin", className)}
    />
  );
}
