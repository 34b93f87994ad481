"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import type { ChainSlug } from "@/lib/shared/chains";
import { useSiteFacts } from "./site-facts";

/** The page of a manager. */
export const managerPath = (chain: ChainSlug, address: string) =>
  `/managers?chain=${chain}&address=${address}`;

/** A link to the page of a manager; only its text if the brand hides that page. */
export function ManagerLink({
  chain,
  address,
  className,
  title,
  children,
}: {
  chain: ChainSlug;
  address: string;
  className: string;
  title?: string;
  children: ReactNode;
}) {
  const { hidden } = useSiteFacts().brand;
  if (hidden.includes("managers")) {
    return (
      <span title={title} className={className}>
        {children}
      </span>
    );
  }
  return (
    <Link
      href={managerPath(chain, address)}
      prefetch={false}
      title={title}
      className={cn(className, "underline-offset-4 hover:underline")}
    >
      {children}
    </Link>
  );
}
