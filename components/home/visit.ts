/** Cookie of browsers that have seen the start page's introduction; the server leaves it out then. */
export const VISIT_COOKIE = "slipway.visited";
