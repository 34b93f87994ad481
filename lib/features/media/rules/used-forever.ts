/**
 * `usedAt` of an upload after a restore. A launch that is missing in the backup may use the upload, so no sweep
 * may release it.
 */
export const USED_FOREVER = new Date("9999-01-01T00:00:00Z");
