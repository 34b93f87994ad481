import { Check, ChevronDown, Info } from "lucide-react";
import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";

/** Rows of a list inside a fact. */
const ROWS_SHOWN = 20;

/** One fact; its explanation and proof open below it. */
export function Fact({
  title,
  value,
  isGuaranteed = false,
  children,
}: {
  title: string;
  value: string;
  /** Whether the contracts guarantee it, as opposed to an observation about the past. */
  isGuaranteed?: boolean;
  children: ReactNode;
}) {
  const Icon = isGuaranteed ? Check : Info;
  return (
    <details className="group border-b last:border-0">
      <summary className="flex cursor-pointer list-none items-center gap-2 py-2.5 [&::-webkit-details-marker]:hidden">
        <Icon
          aria-hidden="true"
          className={isGuaranteed ? "size-4 shrink-0 text-up" : "size-4 shrink-0 text-faint"}
        />
        <span className="min-w-0 flex-1">{title}</span>
        <span className="nums shrink-0 font-medium">{value}</span>
        <ChevronDown
          aria-hidden="true"
          className="size-4 shrink-0 text-faint transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="pb-3 pl-6 text-muted">{children}</div>
    </details>
  );
}

/** The first rows of a list, and how many it has. */
export function Rows<T>({ of, row }: { of: readonly T[]; row: (one: T) => ReactNode }) {
  return (
    <>
      <ol className="mt-1">{of.slice(0, ROWS_SHOWN).map(row)}</ol>
      {of.length > ROWS_SHOWN && (
        <p className="mt-1 text-faint text-xs">
          The first {ROWS_SHOWN}. The Data API has more of them.
        </p>
      )}
    </>
  );
}

/** A row of a fact with the command that proves it. */
export function Row({
  value,
  proof,
  children,
}: {
  value: ReactNode;
  /** Null where this launchpad has no node of the chain. */
  proof: string | null;
  children: ReactNode;
}) {
  return (
    <li className="flex items-center justify-between gap-3 py-0.5">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 font-mono text-xs">
        {children}
      </span>
      <span className="nums flex shrink-0 items-center gap-1">
        {value}
        {proof !== null && (
          <CopyButton
            text={proof}
            label="Copy command"
            title={proof}
            className="size-6 [&_svg]:size-3"
          />
        )}
      </span>
    </li>
  );
}

/** A command that reads the fact from any node. */
export function Proof({ command }: { command: string | null }) {
  if (command === null) return null;
  return (
    <p className="mt-2 flex items-start gap-1 rounded-control bg-raised p-2">
      <code className="wrap-anywhere min-w-0 flex-1 font-mono text-ink text-xs">{command}</code>
      <CopyButton text={command} label="Copy command" className="size-7 [&_svg]:size-3.5" />
    </p>
  );
}

export function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
