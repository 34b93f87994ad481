import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Suspense } from "react";
import { Explorer } from "@/components/home/explorer";
import { CHAINS, isChainSlug } from "@/lib/shared/chains";

type Props = { params: Promise<{ chain: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { chain } = await params;
  return isChainSlug(chain) ? { title: `Tokens on ${CHAINS[chain].name}` } : {};
}

export default async function ChainPage({ params }: Props) {
  const { chain } = await params;
  if (!isChainSlug(chain)) notFound();
  return (
    <>
      <h1 className="sr-only">Tokens on {CHAINS[chain].name}</h1>
      <Suspense>
        <Explorer chain={chain} />
      </Suspense>
    </>
  );
}
