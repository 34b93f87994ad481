import type { TokenSort } from "@/lib/web/queries";

export type ExplorerViewName = "table" | "cards";

/** Explorer state, stored in the URL so that a view can be shared. */
export type ExplorerState = {
  tab: ExplorerTabId;
  view: ExplorerViewName;
  manager: string;
  owner: string;
};

/** The tabs and their sort order in the API. */
export const EXPLORER_TABS = [
  { id: "top", title: "Top", sort: "marketCap", text: "Highest market cap first" },
  { id: "new", title: "New", sort: "newest", text: "Newest first" },
  { id: "trending", title: "Trending", sort: "volume24h", text: "Most traded in 24 hours" },
  { id: "gainers", title: "Gainers", sort: "priceChange24h", text: "Largest rise in 24 hours" },
] as const satisfies readonly { id: string; title: string; sort: TokenSort; text: string }[];
export type ExplorerTabId = (typeof EXPLORER_TABS)[number]["id"];

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** Parses the state from a URL; ignores invalid values. */
export function readExplorerState(params: URLSearchParams): ExplorerState {
  const tab = EXPLORER_TABS.find(({ id }) => id === params.get("tab"))?.id ?? "top";
  const address = (name: string) => {
    const value = params.get(name) ?? "";
    return ADDRESS.test(value) ? value : "";
  };
  return {
    tab,
    view: params.get("view") === "cards" ? "cards" : "table",
    manager: address("manager"),
    owner: address("owner"),
  };
}

/** Query string of the state; empty for the default. */
export function writeExplorerState({ tab, view, manager, owner }: ExplorerState): string {
  const params = new URLSearchParams();
  if (tab !== "top") params.set("tab", tab);
  if (view !== "table") params.set("view", view);
  if (manager !== "") params.set("manager", manager);
  if (owner !== "") params.set("owner", owner);
  const text = params.toString();
  return text === "" ? "" : `?${text}`;
}

export function isAddress(value: string): boolean {
  return ADDRESS.test(value);
}
