"use client";

import dynamic from "next/dynamic";
import { Card } from "@/components/ui/card";
import { Later } from "@/components/ui/later";
import { Skeleton } from "@/components/ui/skeleton";
import type { ChainSlug } from "@/lib/shared/chains";

const FactCards = dynamic(() => import("./fact-cards"), { ssr: false, loading: FactPlaces });

/** Safety, bid wall and fee earners, far down the page: they load when the reader comes near. */
export function TokenFacts({ chain, address }: { chain: ChainSlug; address: string }) {
  return (
    <Later order={7} place={<FactPlaces />} when="near">
      <FactCards chain={chain} address={address} />
    </Later>
  );
}

/** Screen readers and the browser's search find the titles before the cards are loaded. */
function FactPlaces() {
  return (
    <div className="grid gap-5">
      {["Safety facts", "Bid wall", "Fee earners"].map((title) => (
        <Card key={title} className="p-4 sm:p-5">
          <h2 className="font-semibold">{title}</h2>
          <Skeleton className="mt-4 h-72 w-full rounded-control" />
        </Card>
      ))}
    </div>
  );
}
