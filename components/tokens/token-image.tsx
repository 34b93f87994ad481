"use client";

import { useMemo, useState } from "react";
import { cn } from "@/components/ui/cn";
import { imagePath, thumbnails } from "./image-path";
import { type TokenArt, tokenArt } from "./token-art";

/**
 * The token's image, or a generated one when there is none or it does not load. Decorative: the name
 * is next to it.
 */
export function TokenImage({
  address,
  image,
  px = 40,
  eager = false,
  isBlurred = false,
  className,
}: {
  address: string;
  image: string | null;
  /** Its width on the page, in CSS pixels: it loads a thumbnail for it. `null` loads the whole image. */
  px?: number | null;
  /** Whether it is in the first window: then it loads before the page's scripts. */
  eager?: boolean;
  /** Whether a moderator has blurred it. */
  isBlurred?: boolean;
  className?: string;
}) {
  const src = imagePath(image);
  const small = src === null || px === null ? null : thumbnails(src);
  const [failed, setFailed] = useState<readonly string[]>([]);
  const art = useMemo(() => tokenArt(address), [address]);
  // Without its thumbnail, for example while too many are being created, the image itself.
  const source = [small, src].find((one) => one !== null && !failed.includes(one)) ?? null;
  const fail = () => source !== null && setFailed((before) => [...before, source]);
  return (
    <span
      data-slot="token-image"
      className={cn("relative block aspect-square shrink-0 overflow-hidden", className)}
      // While the image loads: nine elements less than the generated one, in every row of a list.
      style={{ background: `linear-gradient(${art.skyTop}, ${art.skyBottom} 75%)` }}
    >
      {src === null || source === null ? (
        <GeneratedArt art={art} />
      ) : (
        // biome-ignore lint/performance/noImgElement: content-addressed images, cached permanently
        <img
          key={source}
          {...(source === small && { srcSet: small, sizes: `${px}px` })}
          src={src}
          alt=""
          width={320}
          height={320}
          loading={eager ? "eager" : "lazy"}
          fetchPriority={eager ? "high" : "auto"}
          decoding="async"
          draggable={false}
          referrerPolicy="no-referrer"
          // An image of the server's page may have failed before React attaches the listener.
          ref={(node) => {
            if (node?.complete && node.naturalWidth === 0) fail();
          }}
          onError={fail}
          className={cn(
            "absolute inset-0 size-full object-cover",
            isBlurred && "scale-125 blur-lg",
          )}
        />
      )}
    </span>
  );
}

/** Sun and waves in front of the sky. */
function GeneratedArt({ art }: { art: TokenArt }) {
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true" className="absolute inset-0 size-full">
      <circle cx={art.sun.x} cy={art.sun.y} r={art.sun.radius} fill={art.sun.color} />
      {art.waves.map(({ path, color }) => (
        <path key={path} d={path} fill={color} />
      ))}
    </svg>
  );
}
