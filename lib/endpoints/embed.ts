import { createHash } from "node:crypto";
import { getEmbed } from "@/lib/features/share/get-embed";
import { EMBED_THEMES } from "@/lib/features/share/rules/embed-code";
import { type PlainCall, type PlainEndpoint, plain } from "@/lib/http/plain-endpoint";
import type { RawResponse } from "@/lib/http/response/render";
import { CACHE, cacheControl } from "@/lib/operations/cache";
import { toChecksumAddress } from "@/lib/shared/address/checksum-address";
import { isHexAddress } from "@/lib/shared/address/is-hex-address";
import { CHAIN_SLUGS, type ChainSlug } from "@/lib/shared/chains";
import { AppError } from "@/lib/shared/errors";

/**
 * The only pages that other sites may frame: cards of tokens, one path per chain. They run no
 * script, set no cookie and have nothing to click but a link, so a site that frames them gains
 * nothing from it. Next does not render them: its scripts are larger than the card.
 */
export const EMBEDS: readonly PlainEndpoint[] = CHAIN_SLUGS.map((chain) =>
  plain({
    id: "embed",
    path: `/${chain}/{tokenAddress}/embed`,
    methods: ["GET"],
    isCounted: true,
    answer: (call) => sendEmbed(chain, call),
  }),
);

async function sendEmbed(
  chain: ChainSlug,
  { ctx, request, params }: PlainCall,
): Promise<RawResponse> {
  const { tokenAddress = "" } = params;
  if (!isHexAddress(tokenAddress)) throw new AppError("not_found");
  const [, search = ""] = request.url.split("?", 2);
  const wanted = new URLSearchParams(search).get("theme");
  const theme = EMBED_THEMES.find((one) => one === wanted) ?? null;
  const input = { chain, tokenAddress: toChecksumAddress(tokenAddress.toLowerCase()), theme };
  const { status, body, style } = await getEmbed({ ctx, input });
  const bytes = Buffer.from(body);
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Length": String(bytes.byteLength),
    "Cache-Control": status === 200 ? cacheControl(CACHE.live) : "no-store",
  };
  return {
    status,
    headers: Object.entries(headers).flat(),
    body: bytes,
    policy: policyOf(style),
    isFrameable: true,
  };
}

/** Only this style sheet and images of this server; no script. */
function policyOf(style: string): string {
  const hash = createHash("sha256").update(style).digest("base64");
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors *",
  ].join("; ");
}
