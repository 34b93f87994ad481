import type { ThumbnailWidth } from "../domain/image";

/** Small versions of pictures, made when they are first asked for. */
export type Thumbnails = {
  /**
   * The kept thumbnail, or the one that `make` makes: once, however many ask for it.
   * @param onMake called before one has to be made, and before it waits for its turn
   * @throws what `onMake` and `make` throw; ImagesBusyError when too many are being made
   */
  get(
    picture: { cid: string; width: ThumbnailWidth },
    onMake: () => void,
    make: () => Promise<Uint8Array>,
  ): Promise<Uint8Array>;
};
