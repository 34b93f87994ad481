import type { ThumbnailWidth } from "../domain/image";

/** Small versions of pictures, made when they are first asked for. */
export type Thumbnails = {
  /**
   * The kept thumbnail, or the one that `make` makes: once, however many ask for it.
   * @throws what `make` throws; ImagesBusyError when too many are being made
   */
  get(
    picture: { cid: string; width: ThumbnailWidth },
    make: () => Promise<Uint8Array>,
  ): Promise<Uint8Array>;
};
