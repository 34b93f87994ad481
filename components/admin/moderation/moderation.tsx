"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PagedList } from "@/components/ui/lists/paged-list";
import { moderationQuery } from "@/lib/web/admin/admin-queries";
import { AdminTitle } from "../admin-title";
import { useHasRole } from "../use-admin";
import { ChoiceDialog, type Chosen } from "./choice-dialog";
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
  // Not in the entry, which may leave the page while its dialog is open; as it was shown then.
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const query = useInfiniteQuery(moderationQuery(search.trim()));
  return (
    <>
      <Field label="Address, CID, video or creator">
        {(control) => (
          <Input
            {...control}
            value={search}
            maxLength={200}
            onChange={(event) => setSearch(event.target.value)}
          />
        )}
      </Field>
      <PagedList
        query={query}
        itemsOf={({ items }) => items}
        keyOf={({ kind, key }) => `${kind} ${key}`}
        failure="Could not load the queue"
        more="Show more of the queue"
        empty={null}
      >
        {({ items, first: { total, decisions }, moreButton }) => (
          <div className="grid gap-8">
            <section aria-labelledby="queue-title">
              <h2 id="queue-title" className="mb-3 font-semibold text-lg">
                Queue
              </h2>
              {items.length === 0 ? (
                <NothingOpen isSearched={search.trim() !== ""} />
              ) : (
                <>
                  <ul className="grid gap-3">
                    {items.map((item) => (
                      <QueueEntry
                        key={`${item.kind} ${item.key}`}
                        item={item}
                        onChoose={setChosen}
                      />
                    ))}
                  </ul>
                  {items.length < total && (
                    <p className="nums mt-3 text-muted text-sm">
                      {items.length} of {total}
                    </p>
                  )}
                  {moreButton}
                </>
              )}
            </section>
            <Decisions decisions={decisions} isSearched={search.trim() !== ""} />
          </div>
        )}
      </PagedList>
      {chosen !== null && <ChoiceDialog chosen={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

function NothingOpen({ isSearched }: { isSearched: boolean }) {
  return (
    <Card>
      {isSearched ? (
        <EmptyState title="No match">No open report or appeal has this text.</EmptyState>
      ) : (
        <EmptyState title="No open reports">Open reports and appeals appear here.</EmptyState>
      )}
    </Card>
  );
}
