/** The version of this software, as in package.json. */
export const VERSION = "0.1.0";
