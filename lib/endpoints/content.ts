import type { ServiceContext } from "@/lib/context";
import { requireNotRemoved } from "@/lib/features/media/open-content";
import { serveIpfs } from "@/lib/features/media/serve-ipfs";
import { withImageErrors } from "@/lib/features/media/with-image-errors";
import { drawSiteImage } from "@/lib/features/share/draw-site-image";
import { drawTokenImage } from "@/lib/features/share/draw-token-image";
import { openVideoFile } from "@/lib/features/video/open-video-file";
import { requireShownVideo } from "@/lib/features/video/require-shown-video";
import { type PlainCall, type PlainEndpoint, plain } from "@/lib/http/plain-endpoint";
import { replyWithContent } from "@/lib/http/response/content";
import type { RawResponse } from "@/lib/http/response/render";
import { CORS_HEADERS } from "@/lib/http/response/render";

const DAY_SECONDS = 86_400;
const IPFS_PREFIX = "/ipfs/";
/** Other sites cache Open Graph images. Their figures are at most minutes old. */
const SHARE_CACHE = "public, max-age=600, s-maxage=1";
/**
 * Shared caches check again after a second whether an image or video was removed; mostly a 304.
 */
const SHARED_SECONDS = 1;

/** Images, videos and other bytes. */
export const CONTENT: readonly PlainEndpoint[] = [
  plain({
    id: "content",
    path: "/ipfs/{path*}",
    methods: ["GET"],
    isCounted: false,
    isContent: true,
    answer: async ({ ctx, request, count }) => {
      count("file");
      const [path = "", search = ""] = request.url.split("?", 2);
      const cid = path.slice(IPFS_PREFIX.length);
      await requireNotRemoved({ ctx, input: { path: cid } });
      return replyWithContent({
        request,
        etag: toEtag(request.url.slice(IPFS_PREFIX.length)),
        maxAgeSeconds: 336 * DAY_SECONDS,
        sharedMaxAgeSeconds: SHARED_SECONDS,
        open: () => {
          const width = new URLSearchParams(search).get("w");
          return serveIpfs({ ctx, input: { path: cid, width, count } });
        },
      });
    },
  }),
  plain({
    id: "video",
    path: "/videos/{uid}/{name}",
    methods: ["GET"],
    isCounted: false,
    isContent: true,
    answer: async ({ ctx, request, params: { uid = "", name = "" }, count }) => {
      count("file");
      await requireShownVideo({ ctx, input: { uid, name } });
      return replyWithContent({
        request,
        etag: toEtag(`${uid}-${name}`),
        maxAgeSeconds: DAY_SECONDS,
        sharedMaxAgeSeconds: SHARED_SECONDS,
        open: async () => {
          const file = await openVideoFile({ ctx, input: { uid, name } });
          return { type: file.contentType, sizeBytes: file.sizeBytes, read: file.read };
        },
      });
    },
  }),
  plain({
    id: "sharePicture",
    path: "/share",
    methods: ["GET"],
    isCounted: true,
    answer: ({ ctx }) => sharePicture(withImageErrors(drawSiteImage({ ctx }))),
  }),
  plain({
    id: "sharePicture",
    path: "/share/{chain}/{tokenAddress}",
    methods: ["GET"],
    isCounted: true,
    answer: ({ ctx, params, count }) => sharePicture(drawTokenPicture(ctx, params, count)),
  }),
];

function drawTokenPicture(
  ctx: Pick<
    ServiceContext,
    | "clock"
    | "content"
    | "decisions"
    | "env"
    | "images"
    | "ipfs"
    | "log"
    | "market"
    | "sharePictures"
    | "thumbnails"
  >,
  { chain = "", tokenAddress = "" }: PlainCall["params"],
  count: PlainCall["count"],
): Promise<Uint8Array> {
  return withImageErrors(drawTokenImage({ ctx, input: { chain, tokenAddress, count } }));
}

/** The `og:image` of a page. */
async function sharePicture(drawn: Promise<Uint8Array>): Promise<RawResponse> {
  const bytes = Buffer.from(await drawn);
  const headers = {
    ...CORS_HEADERS,
    "Content-Type": "image/png",
    "Content-Length": String(bytes.byteLength),
    "Cache-Control": SHARE_CACHE,
    "Cross-Origin-Resource-Policy": "cross-origin",
  };
  return { status: 200, headers: Object.entries(headers).flat(), body: bytes };
}

/** URLs are percent-encoded, so only a query could contain characters that a tag must not. */
function toEtag(address: string): string {
  return `"${address.replace(/["\\]/g, "")}"`;
}
