import { getContext } from "@/lib/context";
import { toAppError } from "@/lib/domain/errors";
import { readBody } from "@/lib/http/read-json";
import { renderError } from "@/lib/http/render";
import { noteVideoNews } from "@/lib/services/video/note-video-news";

const BODY_BYTES_MAX = 64 * 1024;

/** Where Cloudflare Stream announces that a video is encoded. Anything unsigned meets a 404. */
export async function POST(request: Request): Promise<Response> {
  const ctx = getContext();
  try {
    const body = await readBody(request, BODY_BYTES_MAX);
    const signature = request.headers.get("webhook-signature");
    await noteVideoNews({ ctx, input: { signature, body } });
    return new Response(null, { status: 204 });
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.status >= 500) ctx.log.error({ err: thrown }, "news of a video were not taken");
    return renderError("launch", error);
  }
}
