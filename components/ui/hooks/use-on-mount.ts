import { useEffect, useRef } from "react";

/** Runs `action` after the first render, once, also where React mounts a component twice. */
export function useOnMount(action: () => void): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    action();
  }, [action]);
}
