/** Widths of thumbnails in pixels. */
export const THUMBNAIL_WIDTHS = [64, 128, 256, 512] as const;
export type ThumbnailWidth = (typeof THUMBNAIL_WIDTHS)[number];
