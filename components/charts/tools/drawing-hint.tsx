import { formatDecimal } from "@/lib/web/format/format-decimal";

/** Instructions while a line is drawn. `draft` is the price that the keyboard has reached. */
export function DrawingHint({ draft }: { draft: string | null }) {
  return (
    <p
      role="status"
      className="pointer-events-none absolute inset-x-3 bottom-8 z-10 mx-auto w-fit rounded-control bg-ink px-2.5 py-1.5 text-center text-canvas text-xs shadow-pop"
    >
      {draft === null
        ? "Select a price on the chart, or press ↑ ↓ and Enter. Esc cancels."
        : `Line at ${formatDecimal(draft)}. Press Enter to add it.`}
    </p>
  );
}
