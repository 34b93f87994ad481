"use client";

import { useEffect, useState } from "react";
import { type LaunchDraft, requestOf } from "@/components/launch/form/launch-form";
import { launchKeyOf } from "@/lib/web/launch/launch-keys";
import { termsOf } from "./send-launch";

/**
 * The idempotency key of the draft under review; null before it is stored. The dry run uses it too,
 * so that it returns the launch's token address.
 * @param from the wallet that pays; null if the service does, or no wallet is connected
 */
export function useLaunchKey(draft: LaunchDraft, from: string | null): string | null {
  const request = requestOf(draft);
  const terms = draft.payer === "wallet" && from === null ? null : termsOf(draft, from);
  const [held, setHeld] = useState<{ request: string; terms: string | null; key: string } | null>(
    null,
  );
  useEffect(() => setHeld({ request, terms, key: launchKeyOf(request, terms) }), [request, terms]);
  return held?.request === request && held.terms === terms ? held.key : null;
}
