"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { z } from "zod";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input, Select } from "@/components/ui/input";
import { PagedList } from "@/components/ui/lists/paged-list";
import { PageLink } from "@/components/ui/page-link";
import { JOB_STATES } from "@/lib/features/jobs/rules/job-actions";
import { type JobAnswer, jobQuery } from "@/lib/features/jobs/schema";
import { TRANSACTION_KINDS } from "@/lib/features/transactions/rules";
import { CHAIN_SLUGS, CHAINS } from "@/lib/shared/chains";
import { jobsQuery } from "@/lib/web/admin/admin-queries";
import { AdminTitle } from "../admin-title";
import { HealNonces } from "./heal-nonces";
import { KIND_TITLES, STATE_TITLES, utc } from "./job-labels";
import { JobStateBadge } from "./job-state-badge";

type Filter = z.input<typeof jobQuery>;
const EMPTY = { kind: "", chain: "", state: "", search: "" };

/** Every launch and transaction, with filters. */
export function JobList() {
  const [fields, setFields] = useState(EMPTY);
  const change = (name: keyof typeof EMPTY) => (value: string) =>
    setFields((before) => ({ ...before, [name]: value }));
  return (
    <section aria-labelledby="admin-title">
      <AdminTitle
        title="Jobs"
        text="Launches, managers, payouts, withdrawals, share changes and trades, newest first."
        action={<HealNonces />}
      />
      <div className="grid gap-x-4 sm:grid-cols-2 lg:grid-cols-4">
        <Choice
          label="Kind"
          value={fields.kind}
          options={TRANSACTION_KINDS.map((kind) => [kind, KIND_TITLES[kind]])}
          onChange={change("kind")}
        />
        <Choice
          label="Chain"
          value={fields.chain}
          options={CHAIN_SLUGS.map((slug) => [slug, CHAINS[slug].name])}
          onChange={change("chain")}
        />
        <Choice
          label="State"
          value={fields.state}
          options={JOB_STATES.map((state) => [state, STATE_TITLES[state]])}
          onChange={change("state")}
        />
        <Field label="Id, hash or owner">
          {(control) => (
            <Input
              {...control}
              value={fields.search}
              maxLength={100}
              onChange={(event) => change("search")(event.target.value)}
            />
          )}
        </Field>
      </div>
      <Jobs filter={toFilter(fields)} />
    </section>
  );
}

function toFilter(fields: typeof EMPTY): Filter {
  const given = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value.trim() !== ""),
  );
  const { limit: _, before: _before, ...filter } = jobQuery.parse(given);
  return filter;
}

function Choice({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string;
  options: (readonly [string, string])[];
  onChange: (value: string) => void;
}) {
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">All</option>
          {options.map(([id, title]) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function Jobs({ filter }: { filter: Filter }) {
  const list = useInfiniteQuery(jobsQuery(filter));
  return (
    <PagedList
      query={list}
      itemsOf={(page) => page.jobs}
      keyOf={({ id }) => id}
      failure="Could not load the jobs"
      more="Show older jobs"
      empty={{ title: "No jobs", text: "No launch or transaction matches the filters." }}
    >
      {({ items, moreButton }) => (
        <Card className="overflow-hidden">
          <ul className="divide-y">
            {items.map((job) => (
              <Row key={job.id} job={job} />
            ))}
          </ul>
          {moreButton}
        </Card>
      )}
    </PagedList>
  );
}

function Row({ job }: { job: JobAnswer }) {
  return (
    <li className="grid gap-1 px-4 py-3 text-sm sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <JobStateBadge state={job.state} />
        <PageLink
          href={`/admin/jobs/${encodeURIComponent(job.id)}`}
          className="min-w-0 font-medium underline-offset-4 [overflow-wrap:anywhere] hover:underline"
        >
          <bdi>{job.title}</bdi>
        </PageLink>
        <time dateTime={job.createdAt} className="nums ml-auto text-faint text-xs">
          {utc(job.createdAt)}
        </time>
      </div>
      <p className="text-muted text-xs [overflow-wrap:anywhere]">
        {KIND_TITLES[job.kind]} on {CHAINS[job.chain].name},{" "}
        <span className="font-mono">{job.id}</span>
      </p>
      {job.error !== null && (
        <p className="text-danger text-xs [overflow-wrap:anywhere]">{job.error}</p>
      )}
    </li>
  );
}
