import { serveSharePicture } from "@/lib/http/serve-share-picture";
import { withImageErrors } from "@/lib/services/media/with-image-errors";
import { drawToken } from "@/lib/services/share/draw-token";

/** The `og:image` of a token's page. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ chain: string; tokenAddress: string }> },
): Promise<Response> {
  const input = await params;
  return serveSharePicture(request, (ctx, count) =>
    withImageErrors(drawToken({ ctx, input: { ...input, count } })),
  );
}
