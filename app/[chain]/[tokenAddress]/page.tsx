import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { TokenView } from "@/components/token/token-view";
import { shortenAddress } from "@/lib/client/shorten-address";
import { CHAINS, isChainSlug } from "@/lib/domain/chains";

type Props = { params: Promise<{ chain: string; tokenAddress: string }> };

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { chain, tokenAddress } = await params;
  if (!isChainSlug(chain)) return {};
  return { title: `${shortenAddress(tokenAddress)} on ${CHAINS[chain].name}` };
}

export default async function TokenPage({ params }: Props) {
  const { chain, tokenAddress } = await params;
  if (!isChainSlug(chain) || !ADDRESS.test(tokenAddress)) notFound();
  return (
    <div className="mx-auto w-full max-w-page px-4 py-6 sm:px-6 sm:py-8">
      <nav aria-label="Breadcrumb" className="mb-4 text-sm">
        <Link href={`/${chain}`} className="text-muted underline-offset-4 hover:underline">
          Tokens on {CHAINS[chain].name}
        </Link>
      </nav>
      <TokenView chain={chain} address={tokenAddress} />
    </div>
  );
}
