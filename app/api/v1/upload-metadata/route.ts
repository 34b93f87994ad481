import { route } from "@/lib/http/route";
import { uploadMetadata as operation } from "@/lib/operations/media";
import { uploadMetadata } from "@/lib/services/media/upload-metadata";

export const POST = route(operation, ({ ctx, input, caller, admit }) =>
  uploadMetadata({ ctx, input: { token: input.body, caller, admit } }),
);
