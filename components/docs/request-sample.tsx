"use client";

import type { ReactNode } from "react";
import { CodeBlock } from "./code-block";
import { curlSample, type SampleRequest } from "./code-sample";
import { useOrigin } from "./use-origin";

/** A request as a curl command for the origin that the page was opened at. */
export function RequestSample({
  origin,
  title,
  footer,
  className,
  ...request
}: SampleRequest & { title: string; footer?: ReactNode; className?: string }) {
  const here = useOrigin(origin);
  return (
    <CodeBlock
      code={curlSample({ ...request, origin: here })}
      title={title}
      footer={footer}
      className={className ?? ""}
    />
  );
}
