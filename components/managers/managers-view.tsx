"use client";

import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { useOnMount } from "@/components/ui/hooks/use-on-mount";
import { Segmented } from "@/components/ui/segmented";
import { CreatedMeanwhile } from "./created-meanwhile";
import { isRecentlyOpen } from "./creation/open-request";
import { CREATED_PARAMETER } from "./creation/use-create-manager";
import { FeeSplitForm } from "./fee-split-form";
import { ManagerLookup } from "./manager-lookup";
import { RevenueManagerForm } from "./revenue-manager-form";
import { feeSplitDraft, revenueManagerDraft } from "./stored-drafts";

const SECTIONS = [
  { value: "lookup", title: "Look up" },
  { value: "revenue", title: "Revenue manager" },
  { value: "split", title: "Fee split" },
] as const;
type Section = (typeof SECTIONS)[number]["value"];

/** Creates managers and looks them up. */
export function ManagersView() {
  const params = useSearchParams();
  const hasAddress = params.get("address") !== null;
  const hasCreated = params.get(CREATED_PARAMETER) !== null;
  // Only after a reload: what was created on this page is shown with its next actions.
  const [chosen, setChosen] = useState<Section>(hasCreated ? "lookup" : "revenue");
  const [hadAddress, setHadAddress] = useState(false);
  // A link to a manager opens the lookup, also from this page.
  if (hasAddress !== hadAddress) {
    setHadAddress(hasAddress);
    if (hasAddress) setChosen("lookup");
  }
  // After a reload, show the form whose request is pending, unless the URL selects a manager.
  useOnMount(() => {
    if (hasAddress || hasCreated) return;
    if (isRecentlyOpen(revenueManagerDraft.read()?.sent)) setChosen("revenue");
    if (isRecentlyOpen(feeSplitDraft.read()?.sent)) setChosen("split");
  });
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
      <CreatedMeanwhile />
      {chosen === "lookup" && <ManagerLookup />}
      {chosen === "revenue" && <RevenueManagerForm />}
      {chosen === "split" && <FeeSplitForm />}
    </div>
  );
}
