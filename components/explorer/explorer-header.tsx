"use client";

import { Keyboard, LayoutGrid, Rows3 } from "lucide-react";
import { CurrencySwitch } from "@/components/tokens/amounts/currency-switch";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/segmented";
import {
  EXPLORER_TABS,
  type ExplorerState,
  type ExplorerTabId,
  type ExplorerViewName,
} from "./explorer-state";
import { ExplorerFilters } from "./filters/explorer-filters";

const LISTS = [
  { value: "all", title: "All" },
  { value: "watched", title: "Watchlist" },
  { value: "recent", title: "Recent" },
] as const;

/** The title of the explorer, its orders, its filter and the choice between rows and cards. */
export function ExplorerHeader({
  state,
  onChange,
  view,
  onView,
  onHelp,
  hasDollars,
}: {
  state: ExplorerState;
  onChange: (part: Partial<ExplorerState>) => void;
  view: ExplorerViewName;
  onView: (view: ExplorerViewName) => void;
  onHelp: () => void;
  hasDollars: boolean;
}) {
  const isTable = view === "table";
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <h2 id="explorer-title" className="font-semibold text-title">
        Explore
      </h2>
      <Segmented<ExplorerTabId | "">
        label="Order"
        name="tab"
        value={state.sort === null && !state.isAscending ? state.tab : ""}
        options={EXPLORER_TABS.map(({ id, title }) => ({ value: id, title }))}
        onChoose={(id) => id !== "" && onChange({ tab: id, sort: null, isAscending: false })}
      />
      <Segmented
        label="Tokens"
        name="list"
        value={state.list}
        options={LISTS}
        onChoose={(list) => onChange({ list })}
      />
      <div className="ml-auto flex items-center gap-2">
        {hasDollars && <CurrencySwitch />}
        {state.list === "all" && <ExplorerFilters state={state} onChange={onChange} />}
        <Button
          variant="ghost"
          size="icon"
          aria-label="Keyboard shortcuts"
          className="max-lg:hidden"
          onClick={onHelp}
        >
          <Keyboard aria-hidden="true" className="size-4.5" />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label={isTable ? "Show as cards" : "Show as table"}
          onClick={() => onView(isTable ? "cards" : "table")}
        >
          {isTable ? (
            <LayoutGrid aria-hidden="true" className="size-4.5" />
          ) : (
            <Rows3 aria-hidden="true" className="size-4.5" />
          )}
        </Button>
      </div>
    </div>
  );
}
