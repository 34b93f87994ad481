import { route } from "@/lib/http/route";
import { sendVideo } from "@/lib/operations/video";
import { receiveVideo } from "@/lib/services/video/receive-video";

export const POST = route(sendVideo, ({ ctx, input, caller, headers, body }) =>
  receiveVideo({
    ctx,
    input: { token: input.params.ticket, caller, contentType: headers.get("content-type"), body },
  }),
);
