import { isHexAddress } from "@/lib/shared/address/is-hex-address";
import { isSort } from "@/lib/web/format/sort-value";
import type { ListFilters, TokenSort } from "@/lib/web/queries";

export type ExplorerViewName = "table" | "cards";
export type ExplorerListName = "all" | "watched" | "recent";

/** Bounds of a list, named as in the API; ages in seconds, amounts in ETH. */
export const RANGE_NAMES = [
  "marketCapMin",
  "marketCapMax",
  "ageMin",
  "ageMax",
  "volume24hMin",
  "volume24hMax",
  "holdersMin",
  "holdersMax",
  "liquidityMin",
  "creatorShareMax",
  "topHoldersShareMax",
  "firstBlockShareMax",
] as const;
export type RangeName = (typeof RANGE_NAMES)[number];
export type Ranges = Partial<Record<RangeName, string>>;
/** Bounds in ETH. */
export const ETH_RANGES: readonly RangeName[] = [
  ...(["marketCapMin", "marketCapMax", "volume24hMin", "volume24hMax", "liquidityMin"] as const),
];
/** A list without tokens, which the API refuses. */
const PAIRS = [
  ["marketCapMin", "marketCapMax"],
  ["ageMin", "ageMax"],
  ["volume24hMin", "volume24hMax"],
  ["holdersMin", "holdersMax"],
] as const satisfies readonly (readonly [RangeName, RangeName])[];

/** Explorer state, stored in the URL so that a view can be shared. */
export type ExplorerState = {
  tab: ExplorerTabId;
  /** The order of a column; null for that of the tab. */
  sort: TokenSort | null;
  isAscending: boolean;
  /** All tokens, or those that this browser stores. */
  list: ExplorerListName;
  /** Null where the URL does not name one: then it is the last choice of this browser. */
  view: ExplorerViewName | null;
  manager: string;
  owner: string;
  ranges: Ranges;
};

/** The tabs and their sort order in the API. */
export const EXPLORER_TABS = [
  { id: "top", title: "Top", sort: "marketCap", text: "Highest market cap first" },
  { id: "new", title: "New", sort: "newest", text: "Newest first" },
  { id: "trending", title: "Trending", sort: "volume24h", text: "Most traded in 24 hours" },
  { id: "gainers", title: "Gainers", sort: "priceChange24h", text: "Largest rise in 24 hours" },
] as const satisfies readonly { id: string; title: string; sort: TokenSort; text: string }[];
export type ExplorerTabId = (typeof EXPLORER_TABS)[number]["id"];

const DECIMAL = /^\d{1,15}(\.\d{1,18})?$/;
const WHOLE = /^\d{1,9}$/;

/** The ranges of a URL that the API accepts; a maximum below its minimum is left out. */
function readRanges(params: URLSearchParams): Ranges {
  const ranges: Ranges = {};
  for (const name of RANGE_NAMES) {
    const value = params.get(name) ?? "";
    const isWhole = name.startsWith("age") || name.startsWith("holders");
    if ((isWhole ? WHOLE : DECIMAL).test(value)) ranges[name] = value;
  }
  for (const [min, max] of PAIRS) {
    if (Number(ranges[min] ?? 0) > Number(ranges[max] ?? Number.POSITIVE_INFINITY)) {
      delete ranges[max];
    }
  }
  return ranges;
}

/**
 * Parses the state from a URL; ignores invalid values, and ranges and columns that the API does not
 * combine with a creator or manager.
 */
export function readExplorerState(params: URLSearchParams): ExplorerState {
  const tab = EXPLORER_TABS.find(({ id }) => id === params.get("tab"))?.id ?? "top";
  const address = (name: string) => {
    const value = params.get(name) ?? "";
    return isHexAddress(value) ? value : "";
  };
  const [sort, view, list] = [params.get("sort"), params.get("view"), params.get("list")];
  const [manager, owner] = [address("manager"), address("owner")];
  const hasAddress = manager + owner !== "";
  return {
    tab,
    sort: isSort(sort) && (!hasAddress || isTabSort(sort)) ? sort : null,
    isAscending: params.get("direction") === "asc",
    list: list === "watched" || list === "recent" ? list : "all",
    view: view === "cards" || view === "table" ? view : null,
    manager,
    owner,
    ranges: hasAddress ? {} : readRanges(params),
  };
}

/** Query string of the state; empty for the default. */
export function writeExplorerState(state: ExplorerState): string {
  const { tab, sort, isAscending, list, view, manager, owner, ranges } = state;
  const params = new URLSearchParams();
  if (tab !== "top") params.set("tab", tab);
  if (sort !== null) params.set("sort", sort);
  if (isAscending) params.set("direction", "asc");
  if (list !== "all") params.set("list", list);
  if (view !== null) params.set("view", view);
  if (manager !== "") params.set("manager", manager);
  if (owner !== "") params.set("owner", owner);
  for (const name of RANGE_NAMES) {
    const value = ranges[name];
    if (value !== undefined && value !== "") params.set(name, value);
  }
  const text = params.toString();
  return text === "" ? "" : `?${text}`;
}

/** The order in which the API lists the tokens. */
export function orderOf(state: ExplorerState): { sort: TokenSort; isAscending: boolean } {
  const tab = EXPLORER_TABS.find(({ id }) => id === state.tab) ?? EXPLORER_TABS[0];
  return { sort: state.sort ?? tab.sort, isAscending: state.isAscending };
}

/** The filters as parameters of the API. */
export function filtersOf({ manager, owner, ranges, isAscending }: ExplorerState): ListFilters {
  return {
    manager,
    ownerAddress: owner,
    orderDirection: isAscending ? "asc" : "",
    ...ranges,
  };
}

function isTabSort(sort: TokenSort): boolean {
  return EXPLORER_TABS.some((tab) => tab.sort === sort);
}

/** Whether the API has an order together with the filters of the state. */
export function isSortable(sort: TokenSort, { manager, owner, list }: ExplorerState): boolean {
  return isTabSort(sort) || list !== "all" || manager + owner === "";
}

export function isFiltered({ manager, owner, ranges }: ExplorerState): boolean {
  return manager + owner !== "" || Object.keys(ranges).length > 0;
}

/**
 * The list that the server includes in the page; null when the browser loads its list itself.
 * Filtered lists are not included: their queries are uncached and count against their sender, so
 * nobody can make the server run them.
 */
export function firstListOf(
  state: ExplorerState,
): { sort: TokenSort; filters: ListFilters } | null {
  // Watched and recent tokens are known to the browser only.
  if (state.list !== "all" || isFiltered(state)) return null;
  return { sort: orderOf(state).sort, filters: filtersOf(state) };
}
