import { route } from "@/lib/http/route";
import { uploadVideo } from "@/lib/operations/video";
import { createUpload } from "@/lib/services/video/create-upload";

export const POST = route(uploadVideo, ({ ctx, input, admit }) =>
  createUpload({ ctx, input: { request: input.body, admit } }),
);
