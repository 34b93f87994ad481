import { route } from "@/lib/http/route";
import {
  getVideoStatus as getOperation,
  listVideos as listOperation,
} from "@/lib/operations/video";
import { getVideoStatus } from "@/lib/services/video/get-video-status";
import { listVideos } from "@/lib/services/video/list-videos";

export const GET = route(getOperation, ({ ctx, input }) =>
  getVideoStatus({ ctx, input: input.query }),
);

export const POST = route(listOperation, ({ ctx, input }) =>
  listVideos({ ctx, input: input.body }),
);
