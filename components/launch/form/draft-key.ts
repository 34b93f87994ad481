/** Where the wizard's draft lies in this browser. */
export const DRAFT_KEY = "slipway.launch-draft";
