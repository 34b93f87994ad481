import { endAdminSessions } from "@/lib/features/admin/end-admin-sessions";
import { cancelJob, healNonces, resolveJob, retryJob } from "@/lib/features/jobs/job-actions";
import {
  blockCreator,
  closeReports,
  unblockCreator,
} from "@/lib/features/moderation/change-creator";
import { removeImage, restoreImage } from "@/lib/features/moderation/change-image";
import { blurToken, hideToken, restoreToken } from "@/lib/features/moderation/change-token";
import { removeVideo, restoreVideo } from "@/lib/features/moderation/change-video";
import {
  addExemption,
  pauseLaunching,
  removeExemption,
  resumeLaunching,
  setGasBudget,
  setProofOfWork,
  setQuota,
} from "@/lib/features/settings/change-settings";
import { ADMIN_ACTIONS, type AdminActionName } from "@/lib/operations/admin-actions";
import { AppError } from "@/lib/shared/errors";
import { type BoundAction, bindAction } from "./bind-action";

/** Binds every action to its implementation. A missing entry is a type error. */
const BOUND: { [Name in AdminActionName]: BoundAction } = {
  "sessions.end": bindAction(ADMIN_ACTIONS["sessions.end"], endAdminSessions),
  "token.hide": bindAction(ADMIN_ACTIONS["token.hide"], hideToken),
  "token.blur": bindAction(ADMIN_ACTIONS["token.blur"], blurToken),
  "token.restore": bindAction(ADMIN_ACTIONS["token.restore"], restoreToken),
  "picture.remove": bindAction(ADMIN_ACTIONS["picture.remove"], removeImage),
  "picture.restore": bindAction(ADMIN_ACTIONS["picture.restore"], restoreImage),
  "video.remove": bindAction(ADMIN_ACTIONS["video.remove"], removeVideo),
  "video.restore": bindAction(ADMIN_ACTIONS["video.restore"], restoreVideo),
  "creator.block": bindAction(ADMIN_ACTIONS["creator.block"], blockCreator),
  "creator.unblock": bindAction(ADMIN_ACTIONS["creator.unblock"], unblockCreator),
  "reports.close": bindAction(ADMIN_ACTIONS["reports.close"], closeReports),
  "launching.pause": bindAction(ADMIN_ACTIONS["launching.pause"], pauseLaunching),
  "launching.resume": bindAction(ADMIN_ACTIONS["launching.resume"], resumeLaunching),
  "gas-budget.set": bindAction(ADMIN_ACTIONS["gas-budget.set"], setGasBudget),
  "quota.set": bindAction(ADMIN_ACTIONS["quota.set"], setQuota),
  "proof-of-work.set": bindAction(ADMIN_ACTIONS["proof-of-work.set"], setProofOfWork),
  "exemption.add": bindAction(ADMIN_ACTIONS["exemption.add"], addExemption),
  "exemption.remove": bindAction(ADMIN_ACTIONS["exemption.remove"], removeExemption),
  "job.retry": bindAction(ADMIN_ACTIONS["job.retry"], retryJob),
  "job.cancel": bindAction(ADMIN_ACTIONS["job.cancel"], cancelJob),
  "job.resolve": bindAction(ADMIN_ACTIONS["job.resolve"], resolveJob),
  "nonces.heal": bindAction(ADMIN_ACTIONS["nonces.heal"], healNonces),
};

/** @throws AppError not_found */
export function findBoundAction(name: string): BoundAction {
  if (!isActionName(name)) throw new AppError("not_found", "There is no such action");
  return BOUND[name];
}

function isActionName(name: string): name is AdminActionName {
  return Object.hasOwn(BOUND, name);
}
