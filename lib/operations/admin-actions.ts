import { endAdminSessions } from "@/lib/features/admin/operations";
import { cancelJob, healNonces, resolveJob, retryJob } from "@/lib/features/jobs/operations";
import {
  blockCreator,
  blurToken,
  closeReports,
  hideToken,
  removeImage,
  removeVideo,
  restoreImage,
  restoreToken,
  restoreVideo,
  unblockCreator,
} from "@/lib/features/moderation/operations";
import {
  addExemption,
  pauseLaunching,
  removeExemption,
  resumeLaunching,
  setGasBudget,
  setProofOfWork,
  setQuota,
} from "@/lib/features/settings/operations";

/**
 * Every change that the operator's console offers, by its name. To add one: define it with
 * `adminAction` in the operations of its feature, list it here, and bind it in
 * `lib/endpoints/admin/actions.ts`.
 */
export const ADMIN_ACTIONS = {
  [endAdminSessions.name]: endAdminSessions,
  [hideToken.name]: hideToken,
  [blurToken.name]: blurToken,
  [restoreToken.name]: restoreToken,
  [removeImage.name]: removeImage,
  [restoreImage.name]: restoreImage,
  [removeVideo.name]: removeVideo,
  [restoreVideo.name]: restoreVideo,
  [blockCreator.name]: blockCreator,
  [unblockCreator.name]: unblockCreator,
  [closeReports.name]: closeReports,
  [pauseLaunching.name]: pauseLaunching,
  [resumeLaunching.name]: resumeLaunching,
  [setGasBudget.name]: setGasBudget,
  [setQuota.name]: setQuota,
  [setProofOfWork.name]: setProofOfWork,
  [addExemption.name]: addExemption,
  [removeExemption.name]: removeExemption,
  [retryJob.name]: retryJob,
  [cancelJob.name]: cancelJob,
  [resolveJob.name]: resolveJob,
  [healNonces.name]: healNonces,
} as const;

export type AdminActionName = keyof typeof ADMIN_ACTIONS;
