import { cookies } from "next/headers";
import { Suspense } from "react";
import { About } from "@/components/home/about";
import { ExplorerLater } from "@/components/home/explorer-later";
import { Hero } from "@/components/home/hero";
import { StartTokens } from "@/components/home/start-tokens";
import { VISIT_COOKIE } from "@/components/home/visit";
import { pageData } from "./page-data";

/** The introduction for first visits; whoever has seen it gets the explorer at once. */
export default async function StartPage() {
  if ((await cookies()).has(VISIT_COOKIE)) {
    return (
      <>
        <h1 className="sr-only">Tokens</h1>
        <Suspense>
          <ExplorerLater chain={null} />
        </Suspense>
      </>
    );
  }
  return (
    <>
      <Hero />
      <StartTokens />
      <About legal={pageData().facts.legal} />
    </>
  );
}
