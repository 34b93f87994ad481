"use client";

import { onlineManager } from "@tanstack/react-query";
import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";

/** Floats over the page, so that nothing moves when the connection goes and comes back. */
export function OfflineBanner() {
  const online = useSyncExternalStore(
    (onChange) => onlineManager.subscribe(onChange),
    () => onlineManager.isOnline(),
    () => true,
  );
  return (
    <div
      data-slot="offline-banner"
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-50 flex justify-center px-4"
    >
      {!online && (
        <p className="flex items-center gap-2 rounded-full bg-ink px-4 py-2 font-medium text-canvas text-sm shadow-pop">
          <WifiOff aria-hidden="true" className="size-4" />
          You are offline. The numbers are the last ones received.
        </p>
      )}
    </div>
  );
}
