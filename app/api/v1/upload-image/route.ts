import { route } from "@/lib/http/route";
import { uploadImage as operation } from "@/lib/operations/media";
import { uploadImage } from "@/lib/services/media/upload-image";

export const POST = route(operation, ({ ctx, input, caller, admit }) =>
  uploadImage({ ctx, input: { base64: input.body.base64Image, caller, admit } }),
);
