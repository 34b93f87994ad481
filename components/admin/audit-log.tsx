"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { cleanIdentityInput } from "@/components/recipients/clean-identity-input";
import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PagedList } from "@/components/ui/lists/paged-list";
import { endAdminSessions } from "@/lib/features/admin/operations";
import type { AuditEntryAnswer } from "@/lib/features/admin/schema";
import { address } from "@/lib/schemas/common";
import { auditLogQuery } from "@/lib/web/admin/admin-queries";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import { ActionButton } from "./action-button";
import { AdminTitle } from "./admin-title";

/** Every change of the console with its author, target, reason, and values before and after. */
export function AuditLog() {
  return (
    <section aria-labelledby="admin-title">
      <AdminTitle
        title="Audit log"
        text="Every change made in the console. Entries cannot be changed or removed."
        action={<AuditActions />}
      />
      <AuditEntries />
    </section>
  );
}

function AuditActions() {
  return (
    <>
      {(["csv", "ndjson"] as const).map((format) => (
        <a
          key={format}
          href={`/api/admin/audit/export?format=${format}`}
          download
          className={buttonClass({ size: "small" })}
        >
          <Download aria-hidden="true" className="size-3.5" />
          {format.toUpperCase()}
        </a>
      ))}
      <EndSessions />
    </>
  );
}

/** Signs an administrator out everywhere. */
function EndSessions() {
  const [text, setText] = useState("");
  const parsed = address.safeParse(cleanIdentityInput("wallet", text));
  const isWrong = text !== "" && !parsed.success;
  return (
    <ActionButton
      action={endAdminSessions}
      input={parsed.success ? { address: parsed.data } : null}
      label="End sessions…"
      title="End sessions"
      description="Signs an administrator out of the console in every browser."
      verb="End sessions"
      onOpen={() => setText("")}
    >
      <Field
        label="Wallet"
        {...(isWrong ? { error: "must be an address: 0x and 40 hex characters" } : {})}
      >
        {(control) => (
          <Input {...control} value={text} onChange={(event) => setText(event.target.value)} />
        )}
      </Field>
    </ActionButton>
  );
}

/** Pages of entries; of one target if given. */
export function AuditEntries({ target }: { target?: string }) {
  const log = useInfiniteQuery(auditLogQuery(target === undefined ? {} : { target }));
  return (
    <PagedList
      query={log}
      itemsOf={(page) => page.entries}
      keyOf={({ id }) => String(id)}
      failure="Could not load the audit log"
      more="Show older entries"
      empty={{ title: "No changes yet", text: "Changes made in the console appear here." }}
    >
      {({ items, moreButton }) => (
        <Card className="overflow-hidden">
          <ol className="divide-y">
            {items.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
          {moreButton}
        </Card>
      )}
    </PagedList>
  );
}

function Entry({ entry }: { entry: AuditEntryAnswer }) {
  return (
    <li className="grid gap-2 px-4 py-3 text-sm sm:px-5">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="font-medium font-mono">{entry.action}</span>
        <span className="min-w-0 break-all text-muted">{entry.target}</span>
        <time dateTime={entry.at} className="nums ml-auto text-faint text-xs">
          {entry.at.slice(0, 19).replace("T", " ")} UTC
        </time>
      </div>
      <p className="break-words">{entry.reason}</p>
      <dl className="grid gap-x-4 gap-y-1 text-xs sm:grid-cols-2">
        <Value title="Before" value={entry.before} />
        <Value title="After" value={entry.after} />
      </dl>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-faint text-xs">
        {entry.admin === null ? (
          <span>by the launchpad itself</span>
        ) : (
          <span className="font-mono" title={entry.admin}>
            {shortenAddress(entry.admin)}
          </span>
        )}
        <Badge>{entry.role}</Badge>
        {entry.requestId !== "" && (
          <span className="break-all">
            request <span className="font-mono">{entry.requestId}</span>
          </span>
        )}
      </p>
    </li>
  );
}

function Value({ title, value }: { title: string; value: unknown }) {
  return (
    <div className="min-w-0">
      <dt className="text-faint">{title}</dt>
      <dd className="break-all font-mono text-muted">{JSON.stringify(value)}</dd>
    </div>
  );
}
