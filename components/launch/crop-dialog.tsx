"use client";

import { useEffect, useState } from "react";
import Cropper from "react-easy-crop";
import "react-easy-crop/react-easy-crop.css";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { type CropArea, cropImage } from "./crop-image";

const ZOOM = { min: 1, max: 4, step: 0.01 } as const;

/** Lets one choose a square of a picture. Arrows move it, the slider zooms. */
export function CropDialog({
  file,
  onCancel,
  onDone,
}: {
  file: File;
  onCancel: () => void;
  onDone: (picture: Blob) => void;
}) {
  const [url, setUrl] = useState<string | null>(null);
  const [position, setPosition] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState<number>(ZOOM.min);
  const [area, setArea] = useState<CropArea | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  const finish = async () => {
    if (area === null) return;
    try {
      onDone(await cropImage(file, area));
    } catch {
      setProblem("This browser can’t read the picture. Try a PNG or JPEG.");
    }
  };
  return (
    <Dialog
      open
      onClose={onCancel}
      title="Crop to a square"
      description="Drag to move, or use the arrow keys."
    >
      {/* Never so high that the buttons below it are out of view. */}
      <div className="relative mx-auto aspect-square w-full max-w-[max(12rem,calc(100dvh-20rem))] overflow-hidden rounded-control bg-raised">
        {url !== null && (
          <Cropper
            image={url}
            crop={position}
            zoom={zoom}
            minZoom={ZOOM.min}
            maxZoom={ZOOM.max}
            aspect={1}
            onCropChange={setPosition}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
          />
        )}
      </div>
      <label className="mt-4 flex items-center gap-3 text-sm">
        Zoom
        <input
          type="range"
          min={ZOOM.min}
          max={ZOOM.max}
          step={ZOOM.step}
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
          className="h-9 flex-1 accent-[var(--accent-text)]"
        />
      </label>
      {problem !== null && (
        <p role="alert" className="mt-2 text-danger text-sm">
          {problem}
        </p>
      )}
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="primary" disabled={area === null} onClick={() => void finish()}>
          Use this
        </Button>
      </div>
    </Dialog>
  );
}
