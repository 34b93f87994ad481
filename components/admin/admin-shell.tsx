"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { ErrorState } from "@/components/ui/error-state";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { PageLink } from "@/components/ui/page-link";
import { Skeleton } from "@/components/ui/skeleton";
import { hasRole } from "@/lib/features/admin/rules/role";
import type { AdminSessionAnswer } from "@/lib/features/admin/schema";
import { adminSessionQuery } from "@/lib/web/admin/admin-queries";
import { signOutAdmin } from "@/lib/web/admin/sign-out-admin";
import { shortenAddress } from "@/lib/web/format/shorten-address";
import { ADMIN_SECTIONS } from "./admin-sections";
import { AdminSignIn } from "./admin-sign-in";
import { AdminContext } from "./use-admin";

/** Heading, navigation and session of the console, or its sign-in. */
export function AdminShell({ children }: { children: ReactNode }) {
  const { data: admin, error, refetch } = useQuery(adminSessionQuery());
  return (
    <div className="mx-auto w-full max-w-page px-4 py-7 sm:px-6 sm:py-9">
      {admin === undefined &&
        (error === null ? (
          <Skeleton className="h-64 w-full rounded-card" />
        ) : (
          <Card>
            <ErrorState
              title="Could not open the console"
              detail={error.message}
              onRetry={() => void refetch()}
            />
          </Card>
        ))}
      {admin === null && <AdminSignIn />}
      {admin && (
        <AdminContext value={admin}>
          <AdminBar admin={admin} />
          {children}
        </AdminContext>
      )}
    </div>
  );
}

function AdminBar({ admin }: { admin: AdminSessionAnswer }) {
  const queryClient = useQueryClient();
  const { mutate, isPending, isPaused, isError } = useSoleMutation({
    mutationFn: signOutAdmin,
    // A sign-out is wanted also when the browser is online again.
    networkMode: "online",
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: ["admin"] });
      return queryClient.resetQueries({ queryKey: adminSessionQuery().queryKey });
    },
  });
  return (
    <div className="mb-6 grid gap-3 border-b pb-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="font-semibold text-lg tracking-tight">Console</p>
        <Badge tone="sea">{admin.role}</Badge>
        <span className="font-mono text-muted text-xs" title={admin.address}>
          {shortenAddress(admin.address)}
        </span>
        <Button
          size="small"
          variant="ghost"
          className="ml-auto"
          disabled={isPending}
          onClick={() => mutate()}
        >
          <LogOut aria-hidden="true" className="size-3.5" />
          Sign out
        </Button>
        {(isError || isPaused) && (
          <p role="alert" className="w-full text-right text-danger text-xs">
            {isPaused
              ? "You’re offline and still signed in. The sign-out is sent when you reconnect."
              : "You are still signed in. Try again."}
          </p>
        )}
      </div>
      <AdminNav admin={admin} />
    </div>
  );
}

function AdminNav({ admin }: { admin: AdminSessionAnswer }) {
  const path = usePathname();
  const current = useRef<HTMLLIElement>(null);
  // On a phone, the last sections are outside of the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each page, not for each render
  useEffect(() => {
    // Not returned: browsers return a promise, which React would call as a clean-up function.
    current.current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [path]);
  const isCurrent = (href: string) =>
    path === href || (href !== "/admin" && path.startsWith(`${href}/`));
  return (
    <nav aria-label="Console" className="-mx-1 overflow-x-auto [scrollbar-width:none]">
      <ul className="flex gap-1 px-1">
        {ADMIN_SECTIONS.filter(({ role }) => hasRole(admin.role, role)).map(({ href, title }) => (
          <li key={href} ref={isCurrent(href) ? current : null}>
            <PageLink
              href={href}
              aria-current={isCurrent(href) ? "page" : undefined}
              className={cn(
                "block whitespace-nowrap rounded-control px-3 py-1.5 font-medium text-muted text-sm hover:text-ink",
                isCurrent(href) && "bg-raised text-ink",
              )}
            >
              {title}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
