import { cn } from "@/components/ui/cn";

/** The logo: a hull on a slipway above the waterline. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg
      data-slot="logo-mark"
      viewBox="0 0 32 32"
      fill="none"
      aria-hidden="true"
      className={cn("size-7", className)}
    >
      <path
        d="M2.6 11.7 15.7 23.9a9 9 0 0 0 6.1 2.4h7.6"
        stroke="currentColor"
        strokeWidth="3.4"
        strokeLinecap="round"
      />
      <path
        transform="translate(19.3 10.5) rotate(42.9)"
        d="M-10.5 0H11.5C10.9 5.8 6.8 8.8 1.5 8.8H-3.5C-7.8 8.8-10.3 5.6-10.5 0Z"
        className="fill-accent"
      />
    </svg>
  );
}
