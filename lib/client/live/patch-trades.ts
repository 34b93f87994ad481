import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { ChainSlug } from "../../domain/chains";
import type { TokenTrades } from "../../schemas/data-market";
import type { StreamEvent } from "../../schemas/stream";
import { operationName } from "../operation-name";

type TradeData = Extract<StreamEvent, { event: "trade" }>["data"];

/** Puts a trade on top of its token's list, where that is loaded and does not have it yet. */
export function patchTrades(client: QueryClient, chain: ChainSlug, data: TradeData): void {
  const { tokenAddress, ...trade } = data;
  client.setQueriesData<InfiniteData<TokenTrades>>(
    { queryKey: [operationName("listTrades"), { chain, tokenAddress }] },
    (held) => {
      const [first, ...rest] = held?.pages ?? [];
      if (held === undefined || first === undefined) return held;
      if (first.trades.some(({ id }) => id === trade.id)) return held;
      return { ...held, pages: [{ ...first, trades: [trade, ...first.trades] }, ...rest] };
    },
  );
}
