import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { RememberToken } from "@/components/explorer/remember-token";
import { TokenView } from "@/components/token/token-view";
import { UnservedTokenLater } from "@/components/token/unserved-token-later";
import { PageLink } from "@/components/ui/page-link";
import { HIDDEN_NAME, shareTitle } from "@/lib/features/share/rules/share-title";
import { toChecksumAddress } from "@/lib/shared/address/checksum-address";
import { isHexAddress } from "@/lib/shared/address/is-hex-address";
import { CHAINS, isChainSlug } from "@/lib/shared/chains";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import { parseReferrer } from "@/lib/web/trade/referral/parse-referrer";
import { REFERRER_PARAMETER } from "@/lib/web/trade/referral/referrer";
import { pageData } from "../../page-data";
import { sharing, shortDescription, siteTitle } from "../../page-head";

type Props = {
  params: Promise<{ chain: string; tokenAddress: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { chain, tokenAddress } = await params;
  // Here as well: the browser shows the title of a page's own metadata.
  if (!isChainSlug(chain) || !isHexAddress(tokenAddress)) notFound();
  const token = await pageData().findToken(chain, tokenAddress);
  const place = CHAINS[chain].name;
  if (token === null) {
    return { title: `${shortenAddress(tokenAddress)} on ${place}`, robots: { index: false } };
  }
  const isHidden = token.moderation?.state === "hidden";
  const path = `/${chain}/${token.tokenAddress}`;
  const title = shareTitle(chain, token);
  const name = isHidden ? HIDDEN_NAME : token.name;
  const said = shortDescription(isHidden ? "" : (token.description ?? ""));
  const description =
    said === "" ? `Chart, trades, holders and fees of ${name} on ${place}.` : said;
  return {
    metadataBase: pageData().publicUrl,
    title: siteTitle(title),
    description,
    alternates: {
      canonical: path,
      types: { "application/json+oembed": [{ url: oEmbedPath(path), title }] },
    },
    ...(isHidden ? { robots: { index: false } } : {}),
    ...sharing({ title, description, path, picture: `/share${path}` }),
  };
}

/** Path of this page's oEmbed card. */
function oEmbedPath(path: string): string {
  const query = new URLSearchParams({ url: new URL(path, pageData().publicUrl).href });
  return `/oembed?${query}`;
}

export default async function TokenPage({ params, searchParams }: Props) {
  const { chain, tokenAddress } = await params;
  if (!isChainSlug(chain) || !isHexAddress(tokenAddress)) notFound();
  const address = toChecksumAddress(tokenAddress);
  const named = (await searchParams)[REFERRER_PARAMETER];
  const referrer = parseReferrer((Array.isArray(named) ? named[0] : named) ?? null);
  const isServed = pageData().facts.dataChains.includes(chain);
  const token = isServed ? await pageData().findToken(chain, tokenAddress) : null;
  return (
    <div className="mx-auto w-full max-w-page px-4 py-6 sm:px-6 sm:py-8">
      <nav aria-label="Breadcrumb" className="mb-4 text-sm">
        <PageLink href={`/${chain}`} className="text-muted underline-offset-4 hover:underline">
          Tokens on {CHAINS[chain].name}
        </PageLink>
      </nav>
      {isServed && <RememberToken chain={chain} address={address} />}
      {isServed ? (
        <TokenView chain={chain} address={address} referrer={referrer} initial={token} />
      ) : (
        <UnservedTokenLater
          chain={chain}
          address={address}
          referrer={referrer}
          moderation={pageData().findModeration(chain, address)}
        />
      )}
    </div>
  );
}
