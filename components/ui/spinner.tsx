import { LoaderCircle } from "lucide-react";
import { cn } from "./cn";

/** Progress indicator; the text is next to it. */
export function Spinner({ className }: { className?: string }) {
  return (
    <LoaderCircle
      data-slot="spinner"
      aria-hidden="true"
      className={cn("size-4 animate-spin", className)}
    />
  );
}
