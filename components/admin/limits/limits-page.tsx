"use client";

import { useQuery } from "@tanstack/react-query";
import { Card } from "@/components/ui/card";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { settingsQuery } from "@/lib/web/admin/admin-queries";
import { AdminTitle } from "../admin-title";
import { useHasRole } from "../use-admin";
import { BudgetSettings } from "./budget-settings";
import { ExemptionSettings } from "./exemption-settings";
import { LaunchingSettings } from "./launching-settings";
import { ProofSettings } from "./proof-settings";
import { QuotaSettings } from "./quota-settings";

/** Limits that change without a restart. */
export function LimitsPage() {
  const { data: settings, error, refetch } = useQuery(settingsQuery());
  const mayChange = useHasRole("operator");
  return (
    <section aria-labelledby="admin-title">
      <AdminTitle
        title="Limits"
        text={
          mayChange
            ? "Changes apply on every web server within two seconds and are stored in the audit log."
            : "Only operators can change these."
        }
      />
      {settings === undefined &&
        (error === null ? (
          <Skeleton className="h-64 w-full rounded-card" />
        ) : (
          <Card>
            <ErrorState
              title="Could not load the limits"
              detail={error.message}
              onRetry={() => void refetch()}
            />
          </Card>
        ))}
      {settings && (
        <div className="grid gap-8">
          <LaunchingSettings settings={settings} />
          <BudgetSettings settings={settings} />
          <ProofSettings settings={settings} />
          <QuotaSettings settings={settings} />
          <ExemptionSettings settings={settings} />
        </div>
      )}
    </section>
  );
}
