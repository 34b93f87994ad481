import type { ReactNode } from "react";

/** A row of the quote details, inside their `dl`. */
export function QuoteRow({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-5 flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-muted">{title}</dt>
      <dd className="ml-auto flex min-w-0 flex-wrap items-baseline justify-end gap-x-2 text-right">
        {children}
      </dd>
    </div>
  );
}
