"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import type { ModerationQueue } from "@/lib/features/moderation/schema";
import { moderationQuery } from "@/lib/web/admin/admin-queries";
import { AdminTitle } from "../admin-title";
import { useHasRole } from "../use-admin";
import { DecideDialog } from "./decide-dialog";
import { Decisions } from "./decisions";
import { QueueEntry } from "./queue-entry";

/** Reports and appeals that wait for a moderator, and the decisions in force. */
export function Moderation() {
  const isModerator = useHasRole("moderator");
  return (
    <section aria-labelledby="admin-title">
      <AdminTitle
        title="Moderation"
        text="Reports have no effect until a moderator decides."
        action={isModerator && <BlockButton />}
      />
      {isModerator ? <Queue /> : <p className="text-muted text-sm">Only moderators can do this.</p>}
    </section>
  );
}

function BlockButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Decide…</Button>
      {isOpen && <DecideDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function Queue() {
  const [search, setSearch] = useState("");
  const { data, error, refetch } = useQuery(moderationQuery(search.trim()));
  if (data !== undefined) return <Loaded queue={data} search={search} onSearch={setSearch} />;
  if (error === null) return <Skeleton className="h-64 w-full rounded-card" />;
  return (
    <Card>
      <ErrorState
        title="Could not load the queue"
        detail={error.message}
        onRetry={() => void refetch()}
      />
    </Card>
  );
}

function Loaded({
  queue: { items, decisions },
  search,
  onSearch,
}: {
  queue: ModerationQueue;
  search: string;
  onSearch: (search: string) => void;
}) {
  return (
    <div className="grid gap-8">
      <section aria-labelledby="queue-title">
        <h2 id="queue-title" className="mb-3 font-semibold text-lg">
          Queue
        </h2>
        {items.length === 0 ? (
          <Card>
            <EmptyState title="No open reports">Open reports and appeals appear here.</EmptyState>
          </Card>
        ) : (
          <ul className="grid gap-3">
            {items.map((item) => (
              <QueueEntry key={`${item.kind} ${item.key}`} item={item} />
            ))}
          </ul>
        )}
      </section>
      <Decisions decisions={decisions} search={search} onSearch={onSearch} />
    </div>
  );
}
