"use client";

import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { cn } from "../cn";

const SIDES = { top: "bottom-full pb-2", bottom: "top-full pt-2" } as const;
const EDGE_PX = 8;

/**
 * Tooltip on hover, keyboard focus and tap. Escape and a click elsewhere hide it. The child must
 * accept `aria-describedby`; the tooltip adds to the child's own accessible name.
 */
export function Tooltip({
  hint,
  side = "top",
  children,
  className,
}: {
  hint: ReactNode;
  side?: keyof typeof SIDES;
  children: ReactElement<{ "aria-describedby"?: string }>;
  className?: string;
}) {
  const id = useId();
  const root = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const bubble = useInsideWindow(open);
  useCloseOutside(root, open, () => setOpen(false));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to events of the child
    <span
      ref={root}
      data-slot="tooltip"
      className={cn("relative inline-flex", className)}
      onPointerEnter={(event) => event.pointerType === "mouse" && setOpen(true)}
      onPointerLeave={(event) => event.pointerType === "mouse" && setOpen(false)}
      onPointerUp={(event) => event.pointerType !== "mouse" && setOpen(!open)}
      onFocus={(event) => event.target.matches(":focus-visible") && setOpen(true)}
      onBlur={() => setOpen(false)}
      onKeyDown={(event) => event.key === "Escape" && setOpen(false)}
    >
      {cloneElement(children, { "aria-describedby": id })}
      <span
        ref={bubble}
        id={id}
        role="tooltip"
        hidden={!open}
        className={cn("-translate-x-1/2 absolute left-1/2 z-50 w-max max-w-64", SIDES[side])}
      >
        <span className="block rounded-control bg-ink px-2.5 py-1.5 text-left font-normal font-sans text-canvas text-xs leading-snug shadow-pop">
          {hint}
        </span>
      </span>
    </span>
  );
}

/** Moves an open tooltip horizontally into the viewport. */
function useInsideWindow(open: boolean) {
  const bubble = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const element = bubble.current;
    if (!open || element === null) return;
    element.style.marginLeft = "0";
    const { left, right } = element.getBoundingClientRect();
    const rightMax = document.documentElement.clientWidth - EDGE_PX;
    const shift = Math.max(EDGE_PX - left, Math.min(0, rightMax - right));
    element.style.marginLeft = `${shift}px`;
  }, [open]);
  return bubble;
}

function useCloseOutside(
  root: React.RefObject<HTMLElement | null>,
  open: boolean,
  onClose: () => void,
): void {
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    if (!open) return;
    const onPress = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && root.current?.contains(target))) latest.current();
    };
    document.addEventListener("pointerdown", onPress);
    return () => document.removeEventListener("pointerdown", onPress);
  }, [open, root]);
}
