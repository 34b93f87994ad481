/** What the picture of a shared link says. Texts are strangers' and are drawn, never read. */
export type ShareFacts = {
  title: string;
  /** Beside the title; null for the site itself. */
  symbol: string | null;
  /** A line under the title. */
  line: string;
  /** Large numbers with their names, at most three. */
  figures: readonly { name: string; value: string }[];
  /** The token's picture in any common format; null where there is none. */
  picture: Uint8Array | null;
};

/** Pictures that other sites show beside a link: PNG, 1200 × 630. */
export type SharePictures = {
  /**
   * The picture kept under `key`, or one made of what `read` answers, once however many ask.
   * @param onDraw called before a picture has to be drawn
   * @throws what `onDraw` and `read` throw; ImagesBusyError when too many are being made
   */
  get(key: string, onDraw: () => void, read: () => Promise<ShareFacts>): Promise<Uint8Array>;
};
