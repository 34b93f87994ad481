/** A square of the picture in its own pixels. */
export type CropArea = { x: number; y: number; width: number; height: number };

/** Pictures are shown 512 px wide at most; twice that is sharp on every screen. */
export const PICTURE_PX_MAX = 1_024;
const QUALITY = 0.92;

/**
 * Cuts a square out of a picture, not larger than `PICTURE_PX_MAX`. WebP where the browser can write
 * it, else PNG; both keep transparency.
 * @throws Error when the browser can't decode the picture
 */
export async function cropImage(source: Blob, area: CropArea): Promise<Blob> {
  const bitmap = await createImageBitmap(source, { imageOrientation: "from-image" });
  const side = Math.min(PICTURE_PX_MAX, Math.round(area.width));
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser can't draw pictures");
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, area.x, area.y, area.width, area.height, 0, 0, side, side);
  bitmap.close();
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error("The picture can't be written")) : resolve(blob)),
      "image/webp",
      QUALITY,
    );
  });
}

/** The bytes as a `data:` URI, which the interface takes. */
export function toDataUri(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("The file can't be read"));
    reader.readAsDataURL(blob);
  });
}
