/**
 * The mark of an upload that a launch may refer to which the database does not have, because it was restored from
 * a backup. No sweep considers that launch unsent.
 */
export const USED_FOREVER = new Date("9999-01-01T00:00:00Z");
