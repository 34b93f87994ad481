"use client";

import { Dialog } from "@/components/ui/overlay/dialog";

const KEYS = [
  ["j or ↓", "Next token"],
  ["k or ↑", "Previous token"],
  ["Enter", "Open the token"],
  ["b", "Open the token with a buy amount"],
  ["w", "Add to or remove from the watchlist"],
  ["/", "Search"],
  ["?", "Show keyboard shortcuts"],
] as const;

/** The keys of the explorer. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title="Keyboard" onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-2.5 text-sm">
        {KEYS.map(([key, text]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded border border-line px-1.5 py-0.5 font-mono text-xs">
                {key}
              </kbd>
            </dt>
            <dd className="text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
