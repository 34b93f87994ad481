import type { ServiceContext } from "../context";
import { getContext } from "../context";
import { toAppError } from "../domain/errors";
import type { Count } from "../services/ipfs/require-known";
import { admitLocally } from "./admission";
import { readCaller } from "./callers";
import { CORS_HEADERS, renderError } from "./render";

/** Sites that show links keep what they fetched; the figures in it are minutes old at most. */
const CACHE = "public, max-age=600, stale-while-revalidate=3600";

/** Answers with the picture of a shared link, or with the error as the launch interface renders it. */
export async function serveSharePicture(
  request: Request,
  draw: (ctx: ServiceContext, count: Count) => Promise<Uint8Array>,
): Promise<Response> {
  const ctx = getContext();
  const caller = readCaller(request.headers);
  const count: Count = (policy) => {
    const { error } = admitLocally(ctx, policy, caller);
    if (error !== null) throw error;
  };
  try {
    const bytes = await draw(ctx, count);
    return new Response(new Uint8Array(bytes), {
      headers: {
        ...CORS_HEADERS,
        "Content-Type": "image/png",
        "Content-Length": String(bytes.byteLength),
        "Cache-Control": CACHE,
        // Shown by other sites, which is what it is for.
        "Cross-Origin-Resource-Policy": "cross-origin",
      },
    });
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.status >= 500) ctx.log.error({ err: thrown }, "a link's picture could not be drawn");
    return renderError("launch", error);
  }
}
