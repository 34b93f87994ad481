"use client";

import { Play } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { PlainButton } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

/**
 * Plays an HLS stream after a click on its thumbnail; the player loads then. Tries hls.js first:
 * some browsers that claim HLS support do not play all streams.
 */
export function VideoPlayer({
  src,
  poster,
  label,
  className,
}: {
  src: string;
  poster: string | null;
  label: string;
  className?: string;
}) {
  const [state, setState] = useState<"idle" | "playing" | "failed">("idle");
  return (
    <div data-slot="video-player" className={cn("relative overflow-hidden bg-black", className)}>
      {state === "playing" ? (
        <Stream src={src} label={label} onFail={() => setState("failed")} />
      ) : (
        <>
          {poster !== null && (
            // biome-ignore lint/performance/noImgElement: an image of our own store
            <img src={poster} alt="" className="absolute inset-0 size-full object-contain" />
          )}
          <PlainButton
            aria-label={`Play: ${label}`}
            onClick={() => setState("playing")}
            className="absolute inset-0 grid place-items-center bg-black/20 hover:bg-black/30"
          >
            <span className="grid size-14 place-items-center rounded-full bg-white/90 text-black shadow-pop">
              <Play aria-hidden="true" className="ml-0.5 size-6 fill-current" />
            </span>
          </PlainButton>
          {state === "failed" && (
            <p
              role="alert"
              className="absolute inset-x-0 bottom-0 bg-black/80 p-2.5 text-center text-sm text-white"
            >
              Could not play the video. Try again.
            </p>
          )}
        </>
      )}
    </div>
  );
}

function Stream({ src, label, onFail }: { src: string; label: string; onFail: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const failed = useRef(onFail);
  failed.current = onFail;
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    let detach = () => {};
    let isGone = false;
    const attach = async () => {
      const { default: Hls } = await import("hls.js");
      if (isGone) return;
      if (!Hls.isSupported()) {
        element.src = src;
        return;
      }
      const hls = new Hls();
      detach = () => hls.destroy();
      hls.on(Hls.Events.ERROR, (_, { fatal }) => {
        if (fatal) failed.current();
      });
      hls.loadSource(src);
      hls.attachMedia(element);
    };
    attach().catch(() => failed.current());
    return () => {
      isGone = true;
      detach();
    };
  }, [src]);
  return (
    // biome-ignore lint/a11y/useMediaCaption: users upload the clips, without captions
    <video
      ref={video}
      controls
      autoPlay
      playsInline
      aria-label={label}
      onError={onFail}
      className="size-full object-contain"
    />
  );
}
