/** Notification channel for changes of moderation; without a payload. */
export const MODERATION_CHANNEL = "moderation";
