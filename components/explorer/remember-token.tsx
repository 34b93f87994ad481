"use client";

import { useEffect } from "react";
import type { ChainSlug } from "@/lib/shared/chains";
import { rememberToken } from "@/lib/web/token/stored-tokens";

/** Adds the token of a page to the recently viewed ones. */
export function RememberToken({ chain, address }: { chain: ChainSlug; address: string }) {
  useEffect(() => rememberToken(chain, address), [chain, address]);
  return null;
}
