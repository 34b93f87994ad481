"use client";

import dynamic from "next/dynamic";
import { inPart } from "@/components/ui/part-boundary";
import { LaunchWizardSkeleton } from "./launch-wizard-skeleton";

/** Client-only: the draft is in local storage, which the server cannot read. */
export const LaunchPage = inPart(
  dynamic(async () => ({ default: (await import("./launch-wizard")).LaunchWizard }), {
    ssr: false,
    loading: LaunchWizardSkeleton,
  }),
);
