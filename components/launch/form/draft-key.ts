/** Local storage key of the launch wizard's draft. */
export const DRAFT_KEY = "slipway.launch-draft";
