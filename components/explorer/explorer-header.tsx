"use client";

import { LayoutGrid, Rows3 } from "lucide-react";
import { CurrencySwitch } from "@/components/tokens/amounts/currency-switch";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/segmented";
import { ExplorerFilters } from "./explorer-filters";
import { EXPLORER_TABS, type ExplorerState } from "./explorer-state";

/** The title of the explorer, its orders, its filter and the choice between rows and cards. */
export function ExplorerHeader({
  state,
  onChange,
  hasDollars,
}: {
  state: ExplorerState;
  onChange: (part: Partial<ExplorerState>) => void;
  hasDollars: boolean;
}) {
  const isTable = state.view === "table";
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <h2 id="explorer-title" className="font-semibold text-title">
        Explore
      </h2>
      <Segmented
        label="Order"
        name="tab"
        value={state.tab}
        options={EXPLORER_TABS.map(({ id, title }) => ({ value: id, title }))}
        onChoose={(id) => onChange({ tab: id })}
      />
      <div className="ml-auto flex items-center gap-2">
        {hasDollars && <CurrencySwitch />}
        <ExplorerFilters state={state} onChange={onChange} />
        <Button
          variant="ghost"
          size="icon"
          aria-label={isTable ? "Show as cards" : "Show as a table"}
          onClick={() => onChange({ view: isTable ? "cards" : "table" })}
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
