"use client";

import { Tabs } from "@/components/ui/tabs";
import type { ChainSlug } from "@/lib/shared/chains";
import { AddressHead } from "./address-head";
import { HistoryTable } from "./history-table";
import { LaunchList } from "./launch-list";
import { PositionsTable } from "./positions-table";

/** Everything about an address on a chain: identity, positions, launches and history. */
export function AddressView({
  chain,
  address,
  name,
}: {
  chain: ChainSlug;
  address: string;
  /** Its public name as far as the server knows it. */
  name: string | null;
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <AddressHead chain={chain} address={address} knownName={name} />
      <AddressTabs chain={chain} address={address} />
    </div>
  );
}

export function AddressTabs({ chain, address }: { chain: ChainSlug; address: string }) {
  const of = { chain, address };
  return (
    <Tabs
      label="Positions, launches and history"
      tabs={[
        { id: "positions", title: "Positions", panel: <PositionsTable {...of} /> },
        { id: "launches", title: "Launches", panel: <LaunchList {...of} /> },
        { id: "history", title: "History", panel: <HistoryTable {...of} /> },
      ]}
    />
  );
}
