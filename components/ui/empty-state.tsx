import type { ReactNode } from "react";
import { cn } from "./cn";

/** Empty state: a title, the reason and the next step. */
export function EmptyState({
  title,
  icon,
  children,
  action,
  className,
}: {
  title: string;
  icon?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
}) {
  return (
    <div
      data-slot="empty-state"
      className={cn(
        "flex flex-col items-center justify-center gap-2 px-6 py-10 text-center",
        className,
      )}
    >
      {icon}
      <p className="font-semibold text-base text-ink">{title}</p>
      {children !== undefined && (
        <div className="max-w-md text-balance text-muted text-sm">{children}</div>
      )}
      {action !== undefined && <div className="mt-3">{action}</div>}
    </div>
  );
}
