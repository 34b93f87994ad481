import type { BrandAsset } from "@/lib/drivers/brand/read-brand";
import { type PlainEndpoint, plain } from "@/lib/http/plain-endpoint";
import { replyWithContent } from "@/lib/http/response/content";
import { etagOf } from "@/lib/http/response/etag-of";

/** The same address serves another file after the operator has replaced it. */
const MAX_AGE_SECONDS = 300;

/** A file of the operator's brand, instead of the built-in one. */
export function brandEndpoint({ path, type, bytes }: BrandAsset): PlainEndpoint {
  const etag = etagOf(bytes);
  return plain({
    id: "brand",
    path,
    methods: ["GET"],
    isCounted: false,
    answer: ({ request }) =>
      replyWithContent({
        request,
        etag,
        maxAgeSeconds: MAX_AGE_SECONDS,
        open: async () => ({
          type,
          sizeBytes: bytes.length,
          async *read({ start, length }) {
            yield bytes.subarray(start, start + length);
          },
        }),
      }),
  });
}
