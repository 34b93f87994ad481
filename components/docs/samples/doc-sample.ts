/**
 * Code samples of the guide. A test installs what a sample needs in an empty folder and runs it
 * against a launchpad. `ORIGIN` is replaced by the service's origin.
 */
export type DocSample = {
  title: string;
  language: "shell" | "typescript" | "javascript" | "browser";
  code: string;
  /** npm packages that it imports besides the client. */
  packages?: readonly string[];
  /** Whether it runs until it is ended. */
  isServer?: true;
};
