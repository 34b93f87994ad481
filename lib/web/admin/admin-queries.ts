import { call } from "@slipway-launchpad/client";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { getAdminSession, listAuditLog, runAdminAction } from "@/lib/features/admin/operations";
import type { AuditEntryAnswer } from "@/lib/features/admin/schema";
import { getJob, listJobs } from "@/lib/features/jobs/operations";
import type { jobQuery } from "@/lib/features/jobs/schema";
import { listModeration } from "@/lib/features/moderation/operations";
import { getOverview } from "@/lib/features/overview/operations";
import type { OverviewRange } from "@/lib/features/overview/rules/range";
import { getSettings } from "@/lib/features/settings/operations";
import type { AdminAction } from "@/lib/operations/admin-action";
import { isOnePage, pollPages } from "../queries";

const SESSION_INTERVAL_MS = 30_000;
const INTERVAL_MS = 10_000;

/** The key of every query of the console; its data is removed when the session ends. */
export const ADMIN_KEY = "admin";

/** The administrator of this browser, or null. Polled, because a role can be removed at any time. */
export function adminSessionQuery() {
  return queryOptions({
    queryKey: ["admin-session"],
    queryFn: async ({ signal }) => (await call(getAdminSession, {}, { signal })).admin,
    refetchInterval: SESSION_INTERVAL_MS,
  });
}

/** Launches and other transactions, the latest first. */
export function jobsQuery(filter: z.input<typeof jobQuery>) {
  return infiniteQueryOptions({
    queryKey: [ADMIN_KEY, "jobs", filter],
    queryFn: ({ signal, pageParam }) => {
      const before = pageParam === null ? {} : { before: String(pageParam) };
      return call(listJobs, { query: { ...filter, ...before } }, { signal });
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    refetchOnMount: isOnePage,
    refetchInterval: (query) => pollPages(query, INTERVAL_MS / 2),
  });
}

/** A transaction with its steps. */
export function jobQueryOf(jobId: string) {
  return queryOptions({
    queryKey: [ADMIN_KEY, "job", jobId],
    queryFn: ({ signal }) => call(getJob, { params: { jobId } }, { signal }),
    refetchInterval: INTERVAL_MS / 2,
  });
}

/** The numbers of the overview; a week changes slowly. */
export function overviewQuery(range: OverviewRange) {
  return queryOptions({
    queryKey: [ADMIN_KEY, "overview", range],
    queryFn: ({ signal }) => call(getOverview, { query: { range } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: range === "week" ? 6 * INTERVAL_MS : 2 * INTERVAL_MS,
  });
}

/** The limits of this launchpad. */
export function settingsQuery() {
  return queryOptions({
    queryKey: [ADMIN_KEY, "settings"],
    queryFn: ({ signal }) => call(getSettings, {}, { signal }),
    refetchInterval: INTERVAL_MS,
  });
}

/** The audit log, newest entries first. */
export function auditLogQuery(filter: { target?: string; action?: string }) {
  return infiniteQueryOptions({
    queryKey: [ADMIN_KEY, "audit", filter],
    queryFn: ({ signal, pageParam }) => {
      const before = pageParam === null ? {} : { before: String(pageParam) };
      return call(listAuditLog, { query: { ...filter, ...before } }, { signal });
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
}

const QUEUE_INTERVAL_MS = 10_000;

/** The queue of moderators and the decisions in force that have a text; all with an empty one. */
export function moderationQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: [ADMIN_KEY, "moderation", search],
    queryFn: ({ signal, pageParam }) => {
      const after = pageParam === null ? {} : { cursor: pageParam };
      const query = { ...(search === "" ? {} : { search }), ...after };
      return call(listModeration, { query }, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchOnMount: isOnePage,
    refetchInterval: (query) => pollPages(query, QUEUE_INTERVAL_MS),
  });
}

/**
 * Sends an action of the console to the server, which runs it.
 * @param reason is stored in the audit log
 * @throws ApiError
 */
export async function sendAdminAction<Input extends z.ZodType>(
  action: AdminAction<Input>,
  input: z.input<Input>,
  reason: string,
): Promise<AuditEntryAnswer> {
  const params = { action: action.name };
  const { entry } = await call(runAdminAction, { params, body: { reason, input } });
  return entry;
}
