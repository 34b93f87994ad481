"use client";

import { SlidersHorizontal } from "lucide-react";
import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { inPart } from "@/components/ui/part-boundary";
import type { ExplorerState } from "../explorer-state";

const FilterPanel = inPart(
  dynamic(() => import("./filter-panel").then((module) => module.FilterPanel), {
    ssr: false,
  }),
);

/** Filters the list by wallet or manager. The panel loads on first use. */
export function ExplorerFilters({
  state,
  onChange,
}: {
  state: ExplorerState;
  onChange: (part: Partial<ExplorerState>) => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const [isWanted, setWanted] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const count =
    Number(state.owner !== "") + Number(state.manager !== "") + Object.keys(state.ranges).length;
  return (
    <>
      <Button
        ref={button}
        size="small"
        variant="ghost"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className={cn("h-9", count > 0 && "bg-raised text-ink")}
        onClick={() => {
          setWanted(true);
          setOpen(!isOpen);
        }}
      >
        <SlidersHorizontal aria-hidden="true" className="size-4" />
        Filter{count > 0 ? ` (${count})` : ""}
      </Button>
      {isWanted && (
        <FilterPanel
          anchor={button}
          open={isOpen}
          onOpenChange={setOpen}
          state={state}
          onChange={onChange}
        />
      )}
    </>
  );
}
