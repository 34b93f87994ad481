"use client";

import { onlineManager } from "@tanstack/react-query";
import { WifiOff } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { onRefusedLeave } from "./leave-page";

/**
 * Offline notice. Floats over the page, so that nothing shifts. While offline, links of this site
 * are blocked: following one would replace the page with the browser's error page.
 */
export function OfflineBanner() {
  const online = useSyncExternalStore(
    (onChange) => onlineManager.subscribe(onChange),
    () => onlineManager.isOnline(),
    () => true,
  );
  // No event fires for a connection that was lost before this listener was added.
  useEffect(() => onlineManager.setOnline(navigator.onLine), []);
  const hasTried = useClosedLinks(!online);
  return (
    <div
      data-slot="offline-banner"
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-[max(1rem,env(safe-area-inset-bottom))] z-50 flex justify-center px-4"
    >
      {!online && (
        <p className="flex items-center gap-2.5 rounded-2xl bg-ink px-4 py-2 font-medium text-canvas text-sm shadow-pop">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          {hasTried
            ? "You’re offline. Links work again when you reconnect."
            : "You’re offline. Showing the last received data."}
        </p>
      )}
    </div>
  );
}

/** Blocks links of this site. Returns whether the user has tried one. */
function useClosedLinks(isClosed: boolean): boolean {
  const [hasTried, setTried] = useState(false);
  useEffect(() => {
    if (!isClosed) return;
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if (!(link instanceof HTMLAnchorElement) || !leavesPage(link)) return;
      event.preventDefault();
      event.stopPropagation();
      setTried(true);
    };
    document.addEventListener("click", onClick, true);
    const stop = onRefusedLeave(() => setTried(true));
    return () => {
      stop();
      document.removeEventListener("click", onClick, true);
      setTried(false);
    };
  }, [isClosed]);
  return hasTried;
}

function leavesPage({ origin, pathname, target }: HTMLAnchorElement): boolean {
  const { location } = window;
  return target !== "_blank" && origin === location.origin && pathname !== location.pathname;
}
