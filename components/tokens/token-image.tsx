"use client";

import { useId, useMemo, useState } from "react";
import { cn } from "@/components/ui/cn";
import { imagePath } from "./image-path";
import { tokenArt } from "./token-art";

/**
 * The token image over a generated one, which shows while it loads, on errors and when there is
 * none. Decorative: the name is next to it.
 */
export function TokenImage({
  address,
  image,
  eager = false,
  isBlurred = false,
  className,
}: {
  address: string;
  image: string | null;
  eager?: boolean;
  /** Whether a moderator has blurred it. */
  isBlurred?: boolean;
  className?: string;
}) {
  const src = imagePath(image);
  const [failed, setFailed] = useState<string | null>(null);
  const [loaded, setLoaded] = useState<string | null>(null);
  return (
    <span
      data-slot="token-image"
      className={cn("relative block aspect-square shrink-0 overflow-hidden bg-raised", className)}
    >
      <GeneratedArt address={address} />
      {src !== null && src !== failed && (
        // biome-ignore lint/performance/noImgElement: content-addressed pictures of our own store, cached for good
        <img
          key={src}
          src={src}
          alt=""
          width={320}
          height={320}
          loading={eager ? "eager" : "lazy"}
          decoding="async"
          draggable={false}
          referrerPolicy="no-referrer"
          // A cached image may be complete before React attaches the listener.
          ref={(node) => {
            if (node?.complete && node.naturalWidth > 0) setLoaded(src);
          }}
          onLoad={() => setLoaded(src)}
          onError={() => setFailed(src)}
          className={cn(
            "absolute inset-0 size-full object-cover transition-opacity duration-300",
            loaded === src ? "opacity-100" : "opacity-0",
            isBlurred && "scale-125 blur-lg",
          )}
        />
      )}
    </span>
  );
}

function GeneratedArt({ address }: { address: string }) {
  const sky = useId();
  const art = useMemo(() => tokenArt(address), [address]);
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true" className="absolute inset-0 size-full">
      <linearGradient id={sky} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor={art.skyTop} />
        <stop offset="0.75" stopColor={art.skyBottom} />
      </linearGradient>
      <rect width="100" height="100" fill={`url(#${sky})`} />
      <circle cx={art.sun.x} cy={art.sun.y} r={art.sun.radius} fill={art.sun.color} />
      {art.waves.map(({ path, color }) => (
        <path key={path} d={path} fill={color} />
      ))}
    </svg>
  );
}
