import type { OperationDocs } from "@/lib/operations/operation-docs";
import { SEND_EXAMPLES, UPLOAD_EXAMPLES, VIDEO_EXAMPLES, VIDEO_LIST_EXAMPLES } from "./examples";

/** Texts and examples of these operations. */
export const VIDEO_DOCS = {
  uploadVideo: {
    summary: "Get an upload URL for a video",
    description:
      "Returns an `uploadURL` that accepts one file within 30 minutes. After the upload, poll " +
      "`video-status`: the video can be used at launch once it is `nsfw_approved`.",
    examples: UPLOAD_EXAMPLES,
  },
  sendVideo: {
    summary: "Upload the file of a video",
    description:
      "The target of `uploadURL`. Send the video as the field `file` of a multipart form. It " +
      "accepts one file; a rejected upload does not use it up. Files that are not MP4, MOV, MKV or " +
      "WebM are rejected. Anything else is checked afterwards: if the file is damaged, too long or " +
      "only audio, `video-status` returns `error`.",
    examples: SEND_EXAMPLES,
  },
  getVideoStatus: {
    summary: "Get the status of a video",
    description:
      "`uploading` → `processing` → `nsfw_checking` → `nsfw_approved` (ready for use), `nsfw_rejected` " +
      "or `error`. Values that are not known yet are null. An approved video has URLs; a rejected one " +
      "has the reason in `error`.",
    examples: VIDEO_EXAMPLES,
  },
  listVideos: {
    summary: "List the videos of a user",
    description: "The newest 100 videos of this `userId`, newest first.",
    examples: VIDEO_LIST_EXAMPLES,
  },
} satisfies Record<string, OperationDocs>;
