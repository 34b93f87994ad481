import { useEffect } from "react";
import type { IdentityType } from "@/lib/shared/identity";

/** Keeps the watchlist equal to that of the signed-in user. Others do not load the code. */
export function useWatchlistSync(user: { type: IdentityType; name: string } | null): void {
  const key = user === null ? null : `${user.type}:${user.name}`;
  useEffect(() => {
    if (key === null) return;
    let isOver = false;
    let stop = () => {
      isOver = true;
    };
    import("@/lib/web/account/watchlist-sync").then(
      ({ startWatchlistSync }) => {
        if (!isOver) stop = startWatchlistSync();
      },
      // Offline: the changes stay in the browser's storage for the next page.
      () => undefined,
    );
    return () => stop();
  }, [key]);
}
