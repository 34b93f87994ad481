import type { ComponentProps } from "react";
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

/** Button classes, for links that look like one. */
export function buttonClass({ variant = "secondary", size = "medium" }: ButtonLook = {}): string {
  return cn(
    "inline-flex shrink-0 select-none items-center justify-center rounded-control font-medium",
    "transition-[background-color,color,filter] disabled:opacity-50 [&_svg]:shrink-0",
    VARIANTS[variant],
    SIZES[size],
  );
}

export function Button({
  variant,
  size,
  type = "button",
  className,
  ...props
}: ComponentProps<"button"> & ButtonLook) {
  return (
    <button
      data-slot="button"
      type={type}
      className={cn(buttonClass({ ...(variant && { variant }), ...(size && { size }) }), className)}
      {...props}
    />
  );
}
