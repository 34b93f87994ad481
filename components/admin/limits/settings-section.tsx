import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";

/** A titled list of settings. */
export function SettingsSection({
  id,
  title,
  text,
  action,
  children,
}: {
  id: string;
  title: string;
  text: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id={id} className="font-semibold text-title">
            {title}
          </h2>
          <p className="mt-0.5 max-w-prose text-muted text-sm">{text}</p>
        </div>
        {action}
      </div>
      <Card className="divide-y overflow-hidden">{children}</Card>
    </section>
  );
}

/** One setting with its value and its buttons. */
export function SettingRow({
  title,
  text,
  children,
}: {
  title: ReactNode;
  text: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div
      data-slot="setting"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5"
    >
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium text-sm [overflow-wrap:anywhere]">{title}</p>
        <div className="mt-0.5 text-muted text-sm [overflow-wrap:anywhere]">{text}</div>
      </div>
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </div>
  );
}
