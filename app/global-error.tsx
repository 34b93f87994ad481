"use client";

import "./globals.css";
import { ErrorState } from "@/components/ui/error-state";

/** Replaces the whole document when the root layout fails. */
export default function GlobalError({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  return (
    <html lang="en">
      <body className="grid place-items-center">
        <title>This site is not available</title>
        <ErrorState
          title="This site is not available"
          detail="The page could not be rendered. Try again in a moment."
          reference={error.digest ?? null}
          onRetry={retry}
        />
      </body>
    </html>
  );
}
