"use client";

import { type RefObject, useEffect, useState } from "react";
import Cropper from "react-easy-crop";
import "react-easy-crop/react-easy-crop.css";
import { Button } from "@/components/ui/button";
import { useSoleMutation } from "@/components/ui/hooks/use-sole-mutation";
import { Dialog } from "@/components/ui/overlay/dialog";
import { type CropArea, cropImage } from "./crop-image";

const ZOOM = { min: 1, max: 4, step: 0.01 } as const;

type CropDialogProps = {
  file: File;
  /** Whether the image is an animation of which one frame remains. */
  isFlattened: boolean;
  focusAfter: RefObject<HTMLElement | null>;
  onCancel: () => void;
  /** Called when the browser cannot decode the file as an image. */
  onBroken: () => void;
  onDone: (picture: Blob) => void;
};

/** Lets the user crop an image to a square. Arrow keys move it, the slider zooms. */
export function CropDialog(props: CropDialogProps) {
  const { file, isFlattened, focusAfter, onCancel, onBroken, onDone } = props;
  const url = useObjectUrl(file);
  const [position, setPosition] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState<number>(ZOOM.min);
  const [area, setArea] = useState<CropArea | null>(null);
  const { mutate, isPending, reset } = useSoleMutation({
    mutationFn: (chosen: CropArea) => cropImage(file, chosen),
    networkMode: "always",
    onSuccess: onDone,
    onError: onBroken,
  });
  // A canceled crop ends without a picture.
  useEffect(() => reset, [reset]);
  return (
    <Dialog
      open
      onClose={onCancel}
      title="Crop to a square"
      description="Drag the image, or use the arrow keys."
      focusAfter={focusAfter}
    >
      {isFlattened && (
        <p className="mb-3 text-sm">
          Only the first frame of this animation is used. GIF and WebP files stay animated.
        </p>
      )}
      {/* Limit the height so that the buttons below stay in view. */}
      <div className="relative mx-auto aspect-square w-full max-w-[max(12rem,calc(100dvh-20rem))] overflow-hidden rounded-control bg-raised">
        {url !== null && (
          <Cropper
            image={url}
            crop={position}
            zoom={zoom}
            minZoom={ZOOM.min}
            maxZoom={ZOOM.max}
            aspect={1}
            mediaProps={{ onError: onBroken }}
            onCropChange={setPosition}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
          />
        )}
      </div>
      <ZoomField value={zoom} onChange={setZoom} />
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          variant="primary"
          disabled={area === null || isPending}
          onClick={() => area !== null && mutate(area)}
        >
          Use image
        </Button>
      </div>
    </Dialog>
  );
}

function useObjectUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  return url;
}

function ZoomField({ value, onChange }: { value: number; onChange: (zoom: number) => void }) {
  return (
    <label className="mt-4 flex items-center gap-3 text-sm">
      Zoom
      <input
        type="range"
        min={ZOOM.min}
        max={ZOOM.max}
        step={ZOOM.step}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        className="h-9 flex-1 accent-[var(--accent-text)]"
      />
    </label>
  );
}
