"use client";

import { CloudOff, RotateCw } from "lucide-react";
import { Button } from "./button";
import { EmptyState } from "./empty-state";

/**
 * Error with a retry button. `detail` is for users; `reference` helps the operator find the
 * request.
 */
export function ErrorState({
  title,
  detail,
  reference,
  onRetry,
  className,
}: {
  title: string;
  detail: string;
  reference?: string | null;
  onRetry: () => void;
  className?: string;
}) {
  return (
    <div data-slot="error-state" role="alert" className={className}>
      <EmptyState
        title={title}
        icon={<CloudOff aria-hidden="true" className="mb-1 size-7 text-danger" />}
        action={
          <Button size="small" onClick={onRetry}>
            <RotateCw aria-hidden="true" className="size-3.5" />
            Try again
          </Button>
        }
      >
        <p>{detail}</p>
        {reference && (
          <p className="mt-1 font-mono text-faint text-micro">
            Reference <bdi>{reference}</bdi>
          </p>
        )}
      </EmptyState>
    </div>
  );
}
