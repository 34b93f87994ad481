"use client";

import type { ChainSlug } from "@/lib/shared/chains";
import { SafetyCard } from "../safety/safety-card";
import { BidWallCard } from "./bid-wall";
import { FeeEarners } from "./fee-earners";

/** One bundle for the cards that load together. */
export default function FactCards({ chain, address }: { chain: ChainSlug; address: string }) {
  return (
    <>
      <SafetyCard chain={chain} address={address} />
      <BidWallCard chain={chain} address={address} />
      <FeeEarners chain={chain} address={address} />
    </>
  );
}
