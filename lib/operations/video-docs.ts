import type { OperationDocs } from "./operation-docs";
import { LIST_EXAMPLES, SEND_EXAMPLES, UPLOAD_EXAMPLES, VIDEO_EXAMPLES } from "./video-examples";

/** What the documents say of these operations. */
export const VIDEO_DOCS = {
  uploadVideo: {
    summary: "Get a place to upload a video to",
    description:
      "Answers an `uploadURL` that takes one file within 30 minutes. Then poll `video-status`: a video " +
      "may be used at launch once it is `nsfw_approved`.",
    examples: UPLOAD_EXAMPLES,
  },
  sendVideo: {
    summary: "Send the file of a video",
    description:
      "Where `uploadURL` points to: send the video as the field `file` of a multipart form. It takes " +
      "one file; an upload that is refused does not use it up. What the file really is shows in " +
      "`video-status`: one that is no video, is damaged or is too long ends in `error`.",
    examples: SEND_EXAMPLES,
  },
  getVideoStatus: {
    summary: "Get the status of a video",
    description:
      "`uploading` → `processing` → `nsfw_checking` → `nsfw_approved` (ready for use), `nsfw_rejected` " +
      "or `error`. Values that are not known yet are null; there are URLs once it is approved. A " +
      "refused one says why in `error`.",
    examples: VIDEO_EXAMPLES,
  },
  listVideos: {
    summary: "List the videos of a user",
    description: "The newest 100 videos that were asked for with this `userId`, newest first.",
    examples: LIST_EXAMPLES,
  },
} satisfies Record<string, OperationDocs>;
