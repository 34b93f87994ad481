"use client";

import Link from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link to another of our pages, which is asked for once somebody points at it or comes to it by
 * keyboard. Asking for all that is in view would make ten requests of every visit, while the page
 * itself still waits for its numbers.
 */
export function PageLink(props: Omit<ComponentProps<typeof Link>, "prefetch">) {
  const [isMeant, setMeant] = useState(false);
  const mean = () => setMeant(true);
  return <Link {...props} prefetch={isMeant ? null : false} onPointerEnter={mean} onFocus={mean} />;
}
