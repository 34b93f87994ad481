import { max } from "drizzle-orm";
import type { Address } from "viem";
import type { Database } from "@/lib/drivers/db/create-database";
import { sharedWithRequests } from "@/lib/drivers/db/limit-waiting";
import { listen } from "@/lib/drivers/db/listen";
import { contentDigest, isCid } from "@/lib/shared/cid";
import { type BlockList, EMPTY_BLOCK_LIST } from "../rules/block-list";
import {
  type ImageFingerprint,
  isSameImage,
  type MeasuredFingerprint,
  measureFingerprints,
  splitFingerprints,
} from "../rules/image-fingerprint";
import type { ModerationReason, TokenModeration } from "../rules/moderation";
import { tokenKey } from "../rules/moderation";
import { isSameVideo } from "../rules/video-fingerprint";
import { MODERATION_CHANNEL } from "./channel";
import { moderatedTokens, moderationEvents, removedImages, removedVideos } from "./tables";

type Decisions = {
  /** The newest event; -1 before the first read. */
  version: number;
  list: BlockList;
  tokens: ReadonlyMap<string, { chainId: number; address: Address; moderation: TokenModeration }>;
  pictures: ReadonlyMap<string, ModerationReason>;
  fingerprints: readonly MeasuredFingerprint[];
  videos: ReadonlyMap<string, RemovedVideo>;
};
type RemovedVideo = {
  reason: ModerationReason;
  fileDigest: string | null;
  frames: readonly MeasuredFingerprint[];
};

/** Tokens whose moderation changed, and images that were removed or restored, by `contentDigest`. */
export type ModerationChange = {
  tokens: readonly { chainId: number; address: Address }[];
  pictures: readonly string[];
};

const HIDDEN_BY_LIST = { state: "hidden", reason: "other" } as const;
const NOTHING: Decisions = {
  version: -1,
  list: EMPTY_BLOCK_LIST,
  tokens: new Map(),
  pictures: new Map(),
  fingerprints: [],
  videos: new Map(),
};

/**
 * The decisions in force, in the memory of this process, so that every read can apply them. `refresh`
 * reads them again; until it does, the last known ones apply.
 * @param readList the block list of the operator's file, or the same object as before
 */
export function createModerationView(options: {
  db: Database;
  databaseUrl: string;
  readList: () => Promise<BlockList>;
}) {
  const { db, databaseUrl, readList } = options;
  const subscribers = new Set<(change: ModerationChange) => void>();
  let current = NOTHING;
  let running: Promise<void> | null = null;
  let isDue = false;

  async function read(): Promise<void> {
    const list = await readList();
    const [newest] = await db.select({ id: max(moderationEvents.id) }).from(moderationEvents);
    const version = newest?.id ?? 0;
    if (version === current.version && list === current.list) return;
    const before = current;
    current = await load(version, list);
    const change = {
      tokens: changedTokens(before, current),
      pictures: changedImages(before, current),
    };
    if (before.version !== -1) for (const callback of subscribers) callback(change);
  }

  /** Reads a snapshot that is at least as new as `version`. */
  async function load(version: number, list: BlockList): Promise<Decisions> {
    const [tokens, pictures, videos] = await Promise.all([
      db.select().from(moderatedTokens),
      db.select().from(removedImages),
      db.select().from(removedVideos),
    ]);
    return {
      version,
      list,
      // The operator's file wins: a moderator cannot show what it hides.
      tokens: new Map(
        [...tokens, ...list.tokens.map((one) => ({ ...one, ...HIDDEN_BY_LIST }))].map(
          ({ chainId, address, state, reason }) => [
            tokenKey(chainId, address),
            { chainId, address, moderation: { state, reason } },
          ],
        ),
      ),
      pictures: new Map([
        ...list.cids.map((digest) => [digest, "other"] as const),
        ...videos.flatMap(({ thumbnailDigest: digest, reason }) =>
          digest === null ? [] : [[digest, reason] as const],
        ),
        ...pictures.map(({ digest, reason }) => [digest, reason] as const),
      ]),
      fingerprints: pictures.flatMap((one) => readPrints(one.fingerprints)),
      videos: new Map(
        videos.map(({ uid, reason, fileDigest, fingerprints }) => [
          uid,
          { reason, fileDigest, frames: readPrints(fingerprints) },
        ]),
      ),
    };
  }

  async function run(): Promise<void> {
    try {
      while (isDue) {
        isDue = false;
        await read();
      }
    } finally {
      running = null;
    }
  }

  /** Reads the decisions again if they changed. */
  function refresh(): Promise<void> {
    isDue = true;
    running ??= sharedWithRequests(run);
    return running;
  }

  const reasonOf = (cid: string) =>
    current.pictures.size > 0 && isCid(cid) ? current.pictures.get(contentDigest(cid)) : undefined;

  return {
    refresh,
    /** Reads the decisions if that has not succeeded yet. */
    async ready(): Promise<void> {
      if (current.version === -1) await refresh();
    },
    /** The moderation of a token with its image; null for most. */
    tokenOf(chainId: number, address: string, image: string | null): TokenModeration | null {
      const own = current.tokens.get(tokenKey(chainId, address))?.moderation ?? null;
      if (own?.state === "hidden" || image === null) return own;
      const reason = reasonOf(image);
      return reason === undefined ? own : { state: "picture_removed", reason };
    },
    isHidden: (chainId: number, address: string): boolean =>
      current.tokens.get(tokenKey(chainId, address))?.moderation.state === "hidden",
    /** Tokens of a chain that the operator's block list hides. */
    hiddenByList: (chainId: number): Address[] =>
      current.list.tokens.flatMap((one) => (one.chainId === chainId ? [one.address] : [])),
    /** Whether an image was removed, by its CID in any form. */
    isRemoved: (cid: string): boolean => reasonOf(cid) !== undefined,
    /** Whether an image with one of these frames is a copy of a removed one. */
    isCopy(frames: readonly ImageFingerprint[]): boolean {
      const measured = measureFingerprints(frames);
      return current.fingerprints.some((removed) =>
        measured.some((frame) => isSameImage(removed, frame)),
      );
    },
    hasRemovedImages: (): boolean => current.pictures.size > 0,
    /** Why a video was removed; null if it is not. */
    videoRemoval: (uid: string): ModerationReason | null => current.videos.get(uid)?.reason ?? null,
    /** Whether an uploaded file is that of a removed video. @param digest SHA-256 as hex */
    isVideoFile: (digest: string): boolean =>
      [...current.videos.values()].some(({ fileDigest }) => fileDigest === digest),
    /** Whether a video with these frames is a copy of a removed one. */
    isVideoCopy(frames: readonly ImageFingerprint[]): boolean {
      const measured = measureFingerprints(frames);
      return [...current.videos.values()].some((removed) => isSameVideo(removed.frames, measured));
    },
    /** Whether any image can be recognized; otherwise none needs to be read for it. */
    hasFingerprints: (): boolean => current.fingerprints.length > 0,
    /** The operator's own block list. */
    list: (): BlockList => current.list,
    /** Runs the callback after each change; returns a function that unsubscribes. */
    onChange(callback: (change: ModerationChange) => void): () => void {
      subscribers.add(callback);
      return () => subscribers.delete(callback);
    },
    /** Calls back when there may be changes, until the signal aborts. */
    onNotice: (callback: () => void, signal: AbortSignal): Promise<void> =>
      listen(databaseUrl, MODERATION_CHANNEL, callback, signal),
  };
}

export type ModerationView = ReturnType<typeof createModerationView>;

function readPrints(joined: Uint8Array): MeasuredFingerprint[] {
  return measureFingerprints(splitFingerprints(joined));
}

function changedTokens(before: Decisions, after: Decisions) {
  const all = new Map([...before.tokens, ...after.tokens]);
  return [...all].flatMap(([key, { chainId, address }]) => {
    const [old, now] = [before.tokens.get(key), after.tokens.get(key)];
    const isSame =
      old?.moderation.state === now?.moderation.state &&
      old?.moderation.reason === now?.moderation.reason;
    return isSame ? [] : [{ chainId, address }];
  });
}

function changedImages({ pictures: before }: Decisions, { pictures: after }: Decisions) {
  const all = new Set([...before.keys(), ...after.keys()]);
  return [...all].filter((digest) => before.get(digest) !== after.get(digest));
}
