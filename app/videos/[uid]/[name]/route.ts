import { getContext } from "@/lib/context";
import { toAppError } from "@/lib/domain/errors";
import { renderError } from "@/lib/http/render";
import { fileHeaders, renderFile } from "@/lib/http/render-file";
import { openVideoFile } from "@/lib/services/video/open-video-file";

/** Playlists, fragments and thumbnails never change under their name. */
const CACHE = "public, max-age=86400, immutable";

export async function GET(
  request: Request,
  { params }: { params: Promise<{ uid: string; name: string }> },
): Promise<Response> {
  const input = await params;
  const ctx = getContext();
  try {
    const file = await openVideoFile({ ctx, input });
    return renderFile(file, request, { etag: `"${input.uid}-${input.name}"`, cache: CACHE });
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.status >= 500) ctx.log.error({ err: thrown, ...input }, "a file could not be served");
    return renderError("launch", error);
  }
}

export function OPTIONS(): Response {
  return new Response(null, { status: 204, headers: fileHeaders() });
}
