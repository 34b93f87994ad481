"use client";

import Link from "next/link";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import type { LaunchDraft } from "@/components/launch/form/launch-form";
import { recentLaunch } from "@/components/launch/form/sent-draft";

/** Links to the launch that was just submitted when its creator returns to the form. */
export function RecentLaunch() {
  const isBegun = useFormContext<LaunchDraft>().watch("name") !== "";
  const [launch] = useState(recentLaunch);
  if (launch === null || isBegun) return null;
  return (
    <p role="status" className="mt-4 break-words text-muted text-sm">
      “<bdi>{launch.draft.name.trim()}</bdi>” was submitted.{" "}
      <Link
        href={`/launch/${launch.draft.chain}/${launch.jobId}`}
        className="font-medium text-accent-text underline underline-offset-4"
      >
        View launch status
      </Link>
    </p>
  );
}
