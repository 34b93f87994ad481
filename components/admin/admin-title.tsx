import type { ReactNode } from "react";

/** Heading of a page of the console, with its buttons. */
export function AdminTitle({
  title,
  text,
  action,
}: {
  title: string;
  text: string;
  action?: ReactNode;
}) {
  return (
    <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div>
        <h1 id="admin-title" className="font-bold text-2xl tracking-tight sm:text-3xl">
          {title}
        </h1>
        <p className="mt-1 text-muted text-sm">{text}</p>
      </div>
      {action !== undefined && <div className="flex flex-wrap gap-2">{action}</div>}
    </div>
  );
}
