/** Crop area in pixels of the source image. */
export type CropArea = { x: number; y: number; width: number; height: number };

/** Images are shown at most 512 px wide; twice that is sharp on high-density screens. */
const IMAGE_PX_MAX = 1_024;
const QUALITY = 0.92;

/**
 * Crops an image to a square of at most `IMAGE_PX_MAX` pixels. Encodes WebP where the browser
 * supports it, otherwise PNG; both preserve transparency.
 * @throws Error when the browser cannot decode the image
 */
export async function cropImage(source: Blob, area: CropArea): Promise<Blob> {
  const bitmap = await createImageBitmap(source, { imageOrientation: "from-image" });
  const side = Math.min(IMAGE_PX_MAX, Math.round(area.width));
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser cannot draw images");
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, area.x, area.y, area.width, area.height, 0, 0, side, side);
  bitmap.close();
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error("The image cannot be encoded")) : resolve(blob)),
      "image/webp",
      QUALITY,
    );
  });
}

/** Encodes the bytes as a `data:` URI, the format that the upload endpoint accepts. */
export function toDataUri(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("The file cannot be read"));
    reader.readAsDataURL(blob);
  });
}
