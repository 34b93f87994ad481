"use client";

import type { ReactNode } from "react";
import { CodeBlock } from "./code-block";
import { curlSample, fetchSample, type SampleRequest } from "./samples/code-sample";
import { useOrigin } from "./use-origin";

const WRITERS = { curl: curlSample, javascript: fetchSample } as const;

/** A request as curl command or code, for the page's origin. */
export function RequestSample({
  origin,
  language = "curl",
  title,
  footer,
  className,
  ...request
}: SampleRequest & {
  language?: keyof typeof WRITERS;
  title: string;
  footer?: ReactNode;
  className?: string;
}) {
  const here = useOrigin(origin);
  return (
    <CodeBlock
      code={WRITERS[language]({ ...request, origin: here })}
      title={title}
      footer={footer}
      className={className ?? ""}
    />
  );
}
