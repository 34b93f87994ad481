"use client";

import { useMemo } from "react";
import { encode } from "uqr";
import { cn } from "./cn";

/** QR code of a text, dark on white in both themes, as readers expect it. */
export function QrCode({
  text,
  label,
  className,
}: {
  text: string;
  label: string;
  className?: string;
}) {
  const { path, size } = useMemo(() => draw(text), [text]);
  return (
    <svg
      data-slot="qr-code"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={cn("rounded-control bg-white p-2", className)}
    >
      <path d={path} fill="#0c1116" />
    </svg>
  );
}

/** The dark modules as one path. */
function draw(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  return { path, size };
}
