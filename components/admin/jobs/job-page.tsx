"use client";

import { ApiError } from "@slipway-launchpad/client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { TransactionLink } from "@/components/tokens/transaction-link";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { PageLink } from "@/components/ui/page-link";
import { Skeleton } from "@/components/ui/skeleton";
import { useChainConfig } from "@/components/wallet/use-chain-config";
import { cancelJob, resolveJob, retryJob } from "@/lib/features/jobs/operations";
import type { JobDetails } from "@/lib/features/jobs/schema";
import { CHAINS } from "@/lib/shared/chains";
import { formatScaled, formatWei } from "@/lib/shared/text/decimal";
import { jobQueryOf } from "@/lib/web/admin/admin-queries";
import { formatExact } from "@/lib/web/format/format-decimal";
import { ActionButton } from "../action-button";
import { AdminTitle } from "../admin-title";
import { AuditEntries } from "../audit-log";
import { useHasRole } from "../use-admin";
import { KIND_TITLES, utc } from "./job-labels";
import { JobStateBadge } from "./job-state-badge";

/** One transaction: its steps, what was signed, and the actions that are safe now. */
export function JobPage({ jobId }: { jobId: string }) {
  const { data, error, refetch } = useQuery(jobQueryOf(jobId));
  if (data !== undefined) return <Details details={data} />;
  if (error === null) return <Skeleton className="h-64 w-full rounded-card" />;
  return (
    <Card>
      {error instanceof ApiError && error.status === 404 ? (
        <EmptyState title="Job not found">There is no transaction with this id.</EmptyState>
      ) : (
        <ErrorState
          title="Could not load the job"
          detail={error.message}
          onRetry={() => void refetch()}
        />
      )}
    </Card>
  );
}

function Details({ details }: { details: JobDetails }) {
  const { job } = details;
  return (
    <section aria-labelledby="admin-title" className="grid gap-8">
      <div>
        <AdminTitle
          title={job.title}
          text={`${KIND_TITLES[job.kind]} on ${CHAINS[job.chain].name}`}
        />
        <Card className="grid gap-3 p-4 text-sm sm:p-5">
          <div className="flex flex-wrap items-center gap-3">
            <JobStateBadge state={job.state} />
            <span className="font-mono text-muted text-xs [overflow-wrap:anywhere]">{job.id}</span>
          </div>
          {job.error !== null && (
            <p className="text-danger [overflow-wrap:anywhere]">{job.error}</p>
          )}
          <Links job={job} />
        </Card>
      </div>
      <Actions details={details} />
      <Steps details={details} />
      <Section id="payload-title" title="Request">
        <pre className="whitespace-pre-wrap p-4 font-mono text-xs [overflow-wrap:anywhere] sm:p-5">
          {JSON.stringify(job.payload, null, 2)}
        </pre>
      </Section>
      <section aria-labelledby="changes-title" className="grid gap-3">
        <h2 id="changes-title" className="font-semibold text-title">
          Changes in the console
        </h2>
        <AuditEntries target={`${job.kind}:${job.id}`} />
      </section>
    </section>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="font-semibold text-title">
        {title}
      </h2>
      <Card className="divide-y overflow-hidden">{children}</Card>
    </section>
  );
}

function Links({ job }: { job: JobDetails["job"] }) {
  const facts = useChainConfig(job.chain);
  // A sandbox chain has the id of the real one, whose explorer does not know its contracts.
  const explorer = facts === undefined || facts.sandbox ? null : facts.blockExplorerUrl;
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-accent-text underline-offset-4 [&_a]:underline">
      {(job.kind === "launch" || job.kind === "prepared_launch") && (
        <PageLink href={`/launch/${job.chain}/${job.id}`}>Status page</PageLink>
      )}
      {job.tokenAddress !== null && (
        <PageLink href={`/${job.chain}/${job.tokenAddress}`}>Token page</PageLink>
      )}
      {job.tokenAddress !== null && explorer !== null && (
        <a href={`${explorer}/token/${job.tokenAddress}`}>Token in the block explorer</a>
      )}
      {job.managerAddress !== null && explorer !== null && (
        <a href={`${explorer}/address/${job.managerAddress}`}>Manager in the block explorer</a>
      )}
    </p>
  );
}

function Actions({ details: { job, actions } }: { details: JobDetails }) {
  const mayAct = useHasRole("operator");
  const rows = [
    {
      action: retryJob,
      label: "Retry",
      why: actions.retry,
      text: "Requeues the transaction. It is never sent twice: each step reads what the previous one stored.",
    },
    {
      action: cancelJob,
      label: "Cancel",
      why: actions.cancel,
      text: "Fails the transaction and releases its gas. Possible until it is signed.",
    },
    {
      action: resolveJob,
      label: "Resolve",
      why: actions.resolve,
      text: "Checks the chain for a transaction that is marked as failed but was mined.",
    },
  ];
  return (
    <Section id="actions-title" title="Actions">
      {rows.map(({ action, label, why, text }) => (
        <div
          key={label}
          data-slot="job-action"
          className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm sm:px-5"
        >
          <div className="min-w-0 flex-1 basis-60">
            <p className="font-medium">{label}</p>
            <p className="text-muted">{text}</p>
            {why !== null && <p className="mt-1">Not possible: {why}</p>}
          </div>
          {mayAct && why === null && (
            <ActionButton
              action={action}
              input={{ id: job.id }}
              label={`${label}…`}
              title={`${label}: ${job.title}`}
              description={text}
              // Not "Cancel" alone, which is the label of the dialog's close button.
              verb={`${label} job`}
            />
          )}
        </div>
      ))}
      {!mayAct && (
        <p className="px-4 py-3 text-muted text-sm sm:px-5">Only operators can run them.</p>
      )}
    </Section>
  );
}

function Steps({ details: { job, signed, gas } }: { details: JobDetails }) {
  return (
    <Section id="steps-title" title="Steps">
      <Step title="Accepted" at={job.createdAt}>
        {gas !== null &&
          `${formatExact(formatWei(BigInt(gas.wei)))} ETH of gas ${gas.isSettled ? "spent" : "reserved"}`}
      </Step>
      {signed.map(
        ({ hash, nonce, maxFeePerGasWei, signedAt, settledAt, status, revert }, index) => (
          <Step
            key={hash}
            title={index === 0 ? `Signed with nonce ${nonce}` : `Replaced, nonce ${nonce}`}
            at={signedAt}
          >
            <JobTransaction job={job} hash={hash} />
            <br />
            at most {formatExact(formatScaled(BigInt(maxFeePerGasWei), 9))} gwei,{" "}
            {status === null
              ? settledAt === null
                ? "not mined"
                : "its nonce is used"
              : status === "success"
                ? "mined"
                : "reverted"}
            {revert !== null && <span className="text-danger">: {revert}</span>}
          </Step>
        ),
      )}
      {job.finishedAt === null ? (
        <Step title={job.storedState === "active" ? "Running" : "Waiting"} at={job.touchedAt}>
          The time of the latest step.
        </Step>
      ) : (
        <Step title={job.storedState === "completed" ? "Completed" : "Failed"} at={job.finishedAt}>
          {job.transactionHash !== null && <JobTransaction job={job} hash={job.transactionHash} />}
        </Step>
      )}
    </Section>
  );
}

function JobTransaction({ job, hash }: { job: JobDetails["job"]; hash: string }) {
  return (
    <TransactionLink chain={job.chain} hash={hash}>
      <span className="break-all font-mono">{hash}</span>
    </TransactionLink>
  );
}

function Step({ title, at, children }: { title: string; at: string; children?: ReactNode }) {
  return (
    <div className="grid gap-1 px-4 py-3 text-sm sm:px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <p className="font-medium">{title}</p>
        <time dateTime={at} className="nums text-faint text-xs">
          {utc(at)}
        </time>
      </div>
      <div className="text-muted text-xs [overflow-wrap:anywhere]">{children}</div>
    </div>
  );
}
