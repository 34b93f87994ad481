import { adminRead } from "@/lib/operations/account-operation";
import { adminAction } from "@/lib/operations/admin-action";
import { operation } from "@/lib/operations/operation";
import { healInput, jobDetails, jobInput, jobList, jobParams, jobQuery } from "./schema";

/** List launches and other transactions, the latest first. */
export const listJobs = operation({
  ...adminRead,
  id: "listJobs",
  path: "/api/admin/jobs",
  query: jobQuery,
  response: jobList,
  errors: [...adminRead.errors, "invalid_parameters"],
});

/** Get a transaction with its steps, and which actions are possible. */
export const getJob = operation({
  ...adminRead,
  id: "getJob",
  path: "/api/admin/jobs/{jobId}",
  params: jobParams,
  response: jobDetails,
  errors: [...adminRead.errors, "invalid_parameters", "job_not_found"],
});

/** Hand an open transaction to the job engine again. */
export const retryJob = adminAction({ name: "job.retry", role: "operator", input: jobInput });

/** Fail an open transaction that is not signed. */
export const cancelJob = adminAction({ name: "job.cancel", role: "operator", input: jobInput });

/** Read the outcome of a failed transaction that may have succeeded. */
export const resolveJob = adminAction({ name: "job.resolve", role: "operator", input: jobInput });

/** Close the gap in the server wallet's nonces that blocks a chain. */
export const healNonces = adminAction({ name: "nonces.heal", role: "operator", input: healInput });
