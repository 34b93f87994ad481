"use client";

import { useTheme } from "next-themes";
import { useEffect, useRef, useState } from "react";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { fixReference } from "./fix-reference";
import { loadScalar, type Reference } from "./load-scalar";
import { referenceConfiguration } from "./reference-configuration";

/** Both OpenAPI documents, rendered by Scalar. Its code loads on this page only. */
export function ApiReference() {
  const { resolvedTheme } = useTheme();
  const place = useRef<HTMLDivElement>(null);
  const [reference, setReference] = useState<Reference | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
  useEffect(() => {
    let gone = false;
    let made: Reference | null = null;
    let stopFixing = () => {};
    setFailed(false);
    loadScalar().then(
      (createApiReference) => {
        if (gone || place.current === null) return;
        stopFixing = fixReference(place.current);
        made = createApiReference(
          place.current,
          referenceConfiguration(themeOfPage(), location.origin),
        );
        setReference(made);
      },
      () => !gone && setFailed(true),
    );
    return () => {
      gone = true;
      stopFixing();
      made?.destroy();
    };
  }, [attempt]);
  useEffect(() => {
    reference?.updateConfiguration(referenceConfiguration(resolvedTheme, location.origin));
  }, [reference, resolvedTheme]);
  return (
    <div data-slot="api-reference" className="relative min-h-[60rem]">
      {failed && (
        <ErrorState
          title="Could not load the API reference"
          detail="The OpenAPI documents are linked in the footer."
          onRetry={() => setAttempt(attempt + 1)}
        />
      )}
      {!failed && reference === null && <ReferenceSkeleton />}
      <div ref={place} />
    </div>
  );
}

function themeOfPage(): "dark" | "light" {
  return document.documentElement.classList.contains("dark") ? "dark" : "light";
}

function ReferenceSkeleton() {
  return (
    <div className="absolute inset-x-0 top-0 mx-auto grid max-w-page gap-4 px-4 py-10 sm:px-6">
      <Skeleton className="h-9 w-72" />
      <Skeleton className="h-4 w-full max-w-2xl" />
      <Skeleton className="h-4 w-full max-w-xl" />
      <Skeleton className="mt-6 h-80 w-full" />
    </div>
  );
}
