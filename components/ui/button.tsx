import type { ComponentProps, MouseEvent } from "react";
import { cn } from "./cn";

const VARIANTS = {
  primary: "bg-accent text-accent-ink hover:brightness-108 active:brightness-95",
  secondary: "border border-line bg-surface text-ink hover:bg-raised",
  ghost: "text-muted hover:bg-raised hover:text-ink",
} as const;
const SIZES = {
  medium: "h-10 gap-2 px-4 text-sm",
  small: "h-8 gap-1.5 px-3 text-[0.8125rem]",
  icon: "size-9",
} as const;

export type ButtonLook = { variant?: keyof typeof VARIANTS; size?: keyof typeof SIZES };

/** Button classes, for links that look like one. `button` is in globals.css. */
export function buttonClass({ variant = "secondary", size = "medium" }: ButtonLook = {}): string {
  return cn("button", VARIANTS[variant], SIZES[size]);
}

/**
 * An unstyled button. When disabled it ignores clicks and is skipped by Tab, but keeps focus: it sets
 * `aria-disabled`. The native attribute removes the focus, so a screen reader loses its position.
 */
export function PlainButton({
  type = "button",
  disabled = false,
  onClick,
  ...props
}: ComponentProps<"button">) {
  return (
    // biome-ignore lint/correctness/noRestrictedElements: the only button that keeps focus when disabled
    <button
      {...props}
      type={type}
      {...(disabled && { "aria-disabled": true, tabIndex: -1 })}
      onClick={disabled ? ignore : onClick}
    />
  );
}

/** Also keeps a submit button from sending its form, which Enter in a field presses as well. */
function ignore(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** The launchpad's button; disabled as a `PlainButton` is. */
export function Button({
  variant,
  size,
  className,
  ...props
}: ComponentProps<"button"> & ButtonLook) {
  return (
    <PlainButton
      data-slot="button"
      className={cn(buttonClass({ ...(variant && { variant }), ...(size && { size }) }), className)}
      {...props}
    />
  );
}
