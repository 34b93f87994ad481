import { useSearchParams } from "next/navigation";
import { useSyncExternalStore } from "react";
import { isLaunchStep, type LaunchStepId } from "@/components/launch/form/launch-steps";

const listeners = new Set<() => void>();

/** The wizard's step in the URL: `/launch#price`, or `/launch?step=price` in a link. */
export function useStepInUrl(): LaunchStepId {
  // Also renders again when a link changes only the hash.
  const linked = useSearchParams().get("step");
  const hash = useSyncExternalStore(
    subscribe,
    () => window.location.hash.slice(1),
    () => "",
  );
  const step = hash === "" ? linked : hash;
  return isLaunchStep(step) ? step : "details";
}

/**
 * Changes the step without a server request, so that it works offline. The router fetches a page
 * again when the back button changes its query, and discards newer steps if that fails. It does
 * neither for the hash.
 */
export function goTo(step: LaunchStepId): void {
  window.history.pushState(null, "", `/launch#${step}`);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("popstate", listener);
  window.addEventListener("hashchange", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("popstate", listener);
    window.removeEventListener("hashchange", listener);
  };
}
