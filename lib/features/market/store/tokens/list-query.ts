import type { Address } from "viem";
import type { HiddenToo } from "../hidden-tokens";
import type { ListPosition, SortDirection, TokenOrder, TokenRanges } from "../market";

export type TokenListQuery = HiddenToo & {
  chainId: number;
  order: TokenOrder;
  /** Default `desc`; also applies to ties. */
  direction?: SortDirection | undefined;
  manager?: Address | undefined;
  /** The creator wallet or the holder of the fee stream. */
  ownerAddress?: Address | undefined;
  /** Only these tokens; not together with another filter or `after`. */
  addresses?: readonly Address[] | undefined;
  /** Bounds as of the last minute; not together with `manager` or `ownerAddress`. */
  ranges?: TokenRanges | undefined;
  limit: number;
  offset: number;
  /** Continues after this token of the same order and direction; `offset` counts from there. */
  after?: ListPosition | undefined;
  /** Adds `ethUsdE18`. */
  prices?: boolean | undefined;
  /** Adds `figures`. */
  figures?: boolean | undefined;
  /** Adds `position`. */
  positions?: boolean | undefined;
  /** Adds `candles` from `since`: minutes for tokens created after `youngSince`. Unix seconds. */
  series?: { since: number; youngSince: number } | undefined;
};

export type PageQuery = TokenListQuery & {
  /** Adds the state of the list and the position of the last row. */
  withState?: boolean;
};
