import { adminRead } from "@/lib/operations/account-operation";
import { adminAction } from "@/lib/operations/admin-action";
import { LIMITS, type LimitPolicy } from "@/lib/operations/limits";
import { operation } from "@/lib/operations/operation";
import {
  addExemptionInput,
  gasBudgetInput,
  pauseInput,
  proofOfWorkInput,
  quotaInput,
  removeExemptionInput,
  resumeInput,
  settingsAnswer,
} from "./schema";

/** Get the limits of this launchpad: the operator's settings and the values in effect. */
export const getSettings = operation({
  ...adminRead,
  id: "getSettings",
  path: "/api/admin/settings",
  response: settingsAnswer,
});

/** Refuse new launches on a chain, or on all. Accepted ones continue. */
export const pauseLaunching = adminAction({
  name: "launching.pause",
  role: "operator",
  input: pauseInput,
});

export const resumeLaunching = adminAction({
  name: "launching.resume",
  role: "operator",
  input: resumeInput,
});

export const setGasBudget = adminAction({
  name: "gas-budget.set",
  role: "operator",
  input: gasBudgetInput,
});

/** Set how many requests of a kind a caller may send in its window. */
export const setQuota = adminAction({ name: "quota.set", role: "operator", input: quotaInput });

/** Let a network send requests without rate limits. */
export const addExemption = adminAction({
  name: "exemption.add",
  role: "operator",
  input: addExemptionInput,
});

export const removeExemption = adminAction({
  name: "exemption.remove",
  role: "operator",
  input: removeExemptionInput,
});

/** Set when anonymous launches need a proof of work. */
export const setProofOfWork = adminAction({
  name: "proof-of-work.set",
  role: "operator",
  input: proofOfWorkInput,
});

/** Not those of the console and of sign-ins, with which an operator could lock out all users. */
export const CHANGEABLE_QUOTAS = Object.entries<LimitPolicy>(LIMITS)
  .filter(([policy]) => policy !== "admin" && policy !== "signIn")
  .map(([policy, { quota, windowSeconds }]) => ({ policy, quota, windowSeconds }));
