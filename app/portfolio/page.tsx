import type { Metadata } from "next";
import { PortfolioView } from "@/components/portfolio/portfolio-view";
import { pageData } from "../page-data";

export const metadata: Metadata = {
  title: "Portfolio",
  description: "Your holdings, profit and history.",
  robots: { index: false },
};

export default function Portfolio() {
  return (
    <div className="mx-auto w-full max-w-page px-4 py-7 sm:px-6 sm:py-9">
      <h1 className="font-bold text-3xl tracking-tight sm:text-4xl">Portfolio</h1>
      <p className="mt-2 mb-6 max-w-xl text-muted">
        What your wallets hold, what you paid, and your profit. Includes fees, excludes gas.
      </p>
      <PortfolioView chains={pageData().facts.dataChains} />
    </div>
  );
}
