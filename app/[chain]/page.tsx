import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Explorer } from "@/components/home/explorer";
import { CHAINS, isChainSlug } from "@/lib/shared/chains";
import { ExplorerPage, type SearchParams } from "../explorer-page";

type Props = {
  params: Promise<{ chain: string }>;
  searchParams: Promise<SearchParams>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { chain } = await params;
  // Here as well: the browser shows the title of a page's own metadata.
  if (!isChainSlug(chain)) notFound();
  return { title: `Tokens on ${CHAINS[chain].name}` };
}

export default async function ChainPage({ params, searchParams }: Props) {
  const { chain } = await params;
  if (!isChainSlug(chain)) notFound();
  return (
    <>
      <h1 className="sr-only">Tokens on {CHAINS[chain].name}</h1>
      <ExplorerPage chain={chain} search={await searchParams}>
        <Explorer chain={chain} />
      </ExplorerPage>
    </>
  );
}
