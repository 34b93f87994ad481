"use client";

import { ErrorState } from "@/components/ui/error-state";

export default function PageError({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  return (
    <div className="grid grow place-items-center py-16">
      <ErrorState
        title="Something went wrong"
        detail="An unexpected error occurred. Try again."
        reference={error.digest ?? null}
        onRetry={retry}
      />
    </div>
  );
}
