"use client";

import dynamic from "next/dynamic";
import { LaunchWizardSkeleton } from "./launch-wizard-skeleton";

/** The wizard starts from a draft in the browser's storage, which the server cannot render. */
export const LaunchPage = dynamic(
  async () => ({ default: (await import("./launch-wizard")).LaunchWizard }),
  { ssr: false, loading: LaunchWizardSkeleton },
);
