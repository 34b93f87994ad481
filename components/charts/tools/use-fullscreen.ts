import { type RefObject, useEffect, useRef } from "react";

type Fullscreen = {
  /** The element that fills the screen. */
  element: RefObject<HTMLElement | null>;
  isFull: boolean;
  onFull: (isFull: boolean) => void;
};

/**
 * Fills the screen with an element. The caller gives it a fixed place over the page while `isFull`;
 * where the Fullscreen API is offered (not on an iPhone), the browser's own bars disappear as well.
 * Escape leaves. The rest of the page cannot be focused meanwhile.
 * @returns enters or leaves
 */
export function useFullscreen({ element, isFull, onFull }: Fullscreen): () => void {
  const latest = useRef(onFull);
  latest.current = onFull;
  const isWanted = useRef(isFull);

  useEffect(() => {
    const filled = element.current;
    if (!isFull || filled === null) return;
    const restore = isolate(filled);
    const onChange = () => {
      if (document.fullscreenElement === null) latest.current(false);
    };
    const onKey = (event: KeyboardEvent) => {
      // An open menu or a line that is drawn uses the key first.
      if (event.key === "Escape" && !event.defaultPrevented) latest.current(false);
    };
    document.addEventListener("fullscreenchange", onChange);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("fullscreenchange", onChange);
      document.removeEventListener("keydown", onKey);
      restore();
      // Rejects if the browser has left by itself.
      if (document.fullscreenElement === filled) document.exitFullscreen().catch(() => undefined);
    };
  }, [element, isFull]);
  // The page may be left, or the chart removed, while it fills the screen.
  useEffect(() => () => latest.current(false), []);

  isWanted.current = isFull;
  return () => {
    isWanted.current = !isFull;
    onFull(!isFull);
    if (isFull) return;
    const leaveIfLate = () => (isWanted.current ? undefined : document.exitFullscreen());
    // Without permission, for example in a frame, it fills the page only.
    element.current
      ?.requestFullscreen?.()
      .then(leaveIfLate)
      .catch(() => undefined);
  };
}

/** Makes everything outside an element inert and stops the page from scrolling. */
function isolate(element: HTMLElement): () => void {
  const inert: HTMLElement[] = [];
  for (let node = element; node !== document.body; ) {
    const parent = node.parentElement;
    if (parent === null) break;
    for (const sibling of parent.children) {
      if (sibling === node || !(sibling instanceof HTMLElement) || sibling.inert) continue;
      sibling.inert = true;
      inert.push(sibling);
    }
    node = parent;
  }
  const { style } = document.documentElement;
  const { overflow } = style;
  style.overflow = "hidden";
  return () => {
    for (const one of inert) one.inert = false;
    style.overflow = overflow;
  };
}
