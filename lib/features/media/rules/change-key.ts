const VIDEO = "video:";

/** The key under which a change of a video at its hosted provider is requested; that of a file is its CID. */
export function videoChangeKey(uid: string): string {
  return `${VIDEO}${uid}`;
}

/** The video of a requested change, or null for a file. */
export function videoOfChange(key: string): string | null {
  return key.startsWith(VIDEO) ? key.slice(VIDEO.length) : null;
}
