import { cookies } from "next/headers";
import { About } from "@/components/home/about";
import { ExplorerLater } from "@/components/home/explorer-later";
import { Hero } from "@/components/home/hero";
import { StartTokens } from "@/components/home/start-tokens";
import { TOP_TOKENS } from "@/components/home/top-list";
import { VISIT_COOKIE } from "@/components/home/visit";
import { NEWEST_TOKENS } from "@/components/tokens/newest/newest-limit";
import { ExplorerPage, type SearchParams } from "./explorer-page";
import { FirstLists } from "./first-lists";
import { pageData } from "./page-data";

type Props = { searchParams: Promise<SearchParams> };

/** The introduction for first visits; returning visitors get the explorer at once. */
export default async function StartPage({ searchParams }: Props) {
  if ((await cookies()).has(VISIT_COOKIE)) {
    return (
      <>
        <h1 className="sr-only">Tokens</h1>
        <ExplorerPage chain={null} search={await searchParams}>
          <ExplorerLater chain={null} />
        </ExplorerPage>
      </>
    );
  }
  const { facts } = pageData();
  return (
    <>
      <Hero />
      <FirstLists chains={facts.dataChains} newest={NEWEST_TOKENS} sorted={TOP_TOKENS}>
        <StartTokens />
      </FirstLists>
      <About legal={facts.legal} brand={facts.brand} />
    </>
  );
}
