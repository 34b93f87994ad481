import type { Metadata } from "next";
import { Suspense } from "react";
import { Explorer } from "@/components/home/explorer";

export const metadata: Metadata = {
  title: "Explore tokens",
  description: "Live prices, market caps and trades of all tokens.",
};

export default function ExplorePage() {
  return (
    <>
      <h1 className="sr-only">Explore tokens</h1>
      <Suspense>
        <Explorer chain={null} />
      </Suspense>
    </>
  );
}
