import { getContext } from "@/lib/context";
import { AppError } from "@/lib/domain/errors";
import { renderError } from "@/lib/http/render";
import { readContent } from "@/lib/services/ipfs/read-content";

/** Content never changes under its CID, and must never run as a page of ours. */
const HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Cache-Control": "public, max-age=29030400, immutable",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "X-Content-Type-Options": "nosniff",
};

export async function GET(
  request: Request,
  { params }: { params: Promise<{ cid: string }> },
): Promise<Response> {
  const { cid } = await params;
  const ctx = getContext();
  try {
    const etag = `"${cid}"`;
    const content = await readContent({ ctx, input: { cid } });
    if (request.headers.get("if-none-match") === etag) {
      return new Response(null, { status: 304, headers: { ...HEADERS, ETag: etag } });
    }
    return new Response(Buffer.from(content.bytes), {
      headers: { ...HEADERS, ETag: etag, "Content-Type": content.type },
    });
  } catch (thrown) {
    if (thrown instanceof AppError) return renderError("launch", thrown);
    ctx.log.error({ err: thrown, cid }, "stored content could not be read");
    return renderError("launch", new AppError("internal_error"));
  }
}
