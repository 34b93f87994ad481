import { THUMBNAIL_WIDTHS } from "@/lib/features/media/rules/thumbnail";

const IPFS_PATH = /\/ipfs\/([a-zA-Z0-9]{46,})$/;

/**
 * Path of a token image on this site's own gateway, whatever host the data names. It works under
 * any hostname, and no third party sees the visitor.
 */
export function imagePath(image: string | null): string | null {
  if (image === null) return null;
  const cid = IPFS_PATH.exec(image)?.[1];
  return cid === undefined ? image : `/ipfs/${cid}`;
}

/** `srcset` of a path of `imagePath`; null for an image that is not on this site's gateway. */
export function thumbnails(path: string): string | null {
  if (!IPFS_PATH.test(path)) return null;
  return THUMBNAIL_WIDTHS.map((width) => `${path}?w=${width} ${width}w`).join(", ");
}
