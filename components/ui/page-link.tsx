"use client";

import Link from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * Link that prefetches its page on hover or focus. Prefetching all visible links would cause ten
 * requests per visit while the page still loads its data.
 */
export function PageLink(props: Omit<ComponentProps<typeof Link>, "prefetch">) {
  const [isMeant, setMeant] = useState(false);
  const mean = () => setMeant(true);
  return <Link {...props} prefetch={isMeant ? null : false} onPointerEnter={mean} onFocus={mean} />;
}
