import type { FormIssue } from "@/components/ui/hooks/focus-first-issue";

/** The issue of a draft whose image or video is still being uploaded. */
export const UNFINISHED_UPLOAD: FormIssue = {
  path: ["media"],
  message: "An upload is not finished. Wait until it is, or cancel it.",
};

/** The issue of a draft whose image the launchpad no longer has. */
export const LOST_IMAGE: FormIssue = {
  path: ["media"],
  message: "The image was removed. Upload it again.",
};

/** The issue of a draft whose video the launchpad no longer has, or has removed. */
export const LOST_VIDEO: FormIssue = {
  path: ["media"],
  message: "The video is no longer available. Upload it again or choose another file.",
};

/** Adds an issue of the image or video that the draft itself does not show. */
export function withMediaIssue(
  issues: readonly FormIssue[],
  issue: FormIssue | null,
): readonly FormIssue[] {
  return issue === null ? issues : [issue, ...issues.filter(({ path }) => path[0] !== "media")];
}
