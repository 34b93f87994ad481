import { ImageIcon } from "lucide-react";
import type { LaunchMedia } from "@/components/launch/form/launch-form";
import { cn } from "@/components/ui/cn";

/** The draft's uploaded image, or a placeholder. Decorative. */
export function MediaPicture({
  media,
  className,
}: {
  media: LaunchMedia | null;
  className?: string;
}) {
  const src = sourceOf(media);
  return (
    <span
      data-slot="media-picture"
      className={cn("relative grid place-items-center overflow-hidden bg-raised", className)}
    >
      <ImageIcon aria-hidden="true" className="size-10 text-faint" strokeWidth={1.25} />
      {src !== null && (
        // biome-ignore lint/performance/noImgElement: content-addressed images served by this site
        <img
          key={src}
          src={src}
          alt=""
          width={512}
          height={512}
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </span>
  );
}

function sourceOf(media: LaunchMedia | null): string | null {
  if (media === null) return null;
  if (media.kind === "image") return `/ipfs/${media.cid}?w=512`;
  if (media.thumbnailCid !== null) return `/ipfs/${media.thumbnailCid}?w=512`;
  return media.thumbnailUrl;
}
