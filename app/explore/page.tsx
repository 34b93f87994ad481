import type { Metadata } from "next";
import { Explorer } from "@/components/home/explorer";
import { ExplorerPage, type SearchParams } from "../explorer-page";

export const metadata: Metadata = {
  title: "Explore tokens",
  description: "Live prices, market caps and trades of all tokens.",
};

type Props = { searchParams: Promise<SearchParams> };

export default async function ExplorePage({ searchParams }: Props) {
  return (
    <>
      <h1 className="sr-only">Explore tokens</h1>
      <ExplorerPage chain={null} search={await searchParams}>
        <Explorer chain={null} />
      </ExplorerPage>
    </>
  );
}
