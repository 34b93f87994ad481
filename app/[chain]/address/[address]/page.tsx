import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { AddressView } from "@/components/portfolio/address-view";
import { toChecksumAddress } from "@/lib/shared/address/checksum-address";
import { isHexAddress } from "@/lib/shared/address/is-hex-address";
import { CHAINS, isChainSlug } from "@/lib/shared/chains";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import { pageData } from "../../../page-data";
import { siteTitle } from "../../../page-head";

type Props = { params: Promise<{ chain: string; address: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { chain, address } = await params;
  // Here as well: the browser shows the title of a page's own metadata.
  if (!isChainSlug(chain) || !isHexAddress(address)) notFound();
  if (!pageData().facts.dataChains.includes(chain)) notFound();
  const checksummed = toChecksumAddress(address);
  const name = await pageData().findName(checksummed);
  const short = shortenAddress(checksummed);
  return {
    metadataBase: pageData().publicUrl,
    title: siteTitle(`${name === null ? short : `${name} (${short})`} on ${CHAINS[chain].name}`),
    description: `Holdings, launches and trades of ${checksummed} on ${CHAINS[chain].name}.`,
    alternates: { canonical: `/${chain}/address/${checksummed}` },
    // There is no limit to the number of addresses, and most pages would be empty.
    robots: { index: false },
  };
}

export default async function AddressPage({ params }: Props) {
  const { chain, address } = await params;
  if (!isChainSlug(chain) || !isHexAddress(address)) notFound();
  if (!pageData().facts.dataChains.includes(chain)) notFound();
  const checksummed = toChecksumAddress(address);
  const name = await pageData().findName(checksummed);
  return (
    <div className="mx-auto w-full max-w-page px-4 py-6 sm:px-6 sm:py-8">
      <nav aria-label="Breadcrumb" className="mb-4 text-sm">
        <Link href={`/${chain}`} className="text-muted underline-offset-4 hover:underline">
          Tokens on {CHAINS[chain].name}
        </Link>
      </nav>
      <AddressView chain={chain} address={checksummed} name={name} />
    </div>
  );
}
