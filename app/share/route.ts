import { serveSharePicture } from "@/lib/http/serve-share-picture";
import { withImageErrors } from "@/lib/services/media/with-image-errors";
import { drawSite } from "@/lib/services/share/draw-site";

/** The `og:image` of every page that has none of its own. */
export function GET(request: Request): Promise<Response> {
  return serveSharePicture(request, (ctx) => withImageErrors(drawSite({ ctx })));
}
