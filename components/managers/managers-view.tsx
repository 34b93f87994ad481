"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { Segmented } from "@/components/ui/segmented";
import { FeeSplitForm } from "./fee-split-form";
import { ManagerLookup } from "./manager-lookup";
import { RevenueManagerForm } from "./revenue-manager-form";
import { keptFeeSplit } from "./saved-drafts";

const SECTIONS = [
  { value: "lookup", title: "Look up" },
  { value: "revenue", title: "Revenue manager" },
  { value: "split", title: "Fee split" },
] as const;
type Section = (typeof SECTIONS)[number]["value"];

/** Creates managers and looks them up. */
export function ManagersView() {
  const isAsked = useSearchParams().get("address") !== null;
  const [chosen, setChosen] = useState<Section>("revenue");
  const [asked, setAsked] = useState(false);
  // A link to a manager opens the lookup, also from this page.
  if (isAsked !== asked) {
    setAsked(isAsked);
    if (isAsked) setChosen("lookup");
  }
  // After a reload, show the fee split form if its request is pending.
  useEffect(() => {
    if (keptFeeSplit.read()?.sent?.isOpen) setChosen("split");
  }, []);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Segmented
        label="Manager actions"
        name="section"
        value={chosen}
        options={SECTIONS}
        onChoose={setChosen}
        className="min-w-0 max-w-full flex-wrap [&_label]:px-3 [&_label]:py-1.5 sm:[&_label]:px-3.5 [&_label]:text-sm"
      />
      {chosen === "lookup" && <ManagerLookup />}
      {chosen === "revenue" && <RevenueManagerForm />}
      {chosen === "split" && <FeeSplitForm />}
    </div>
  );
}
