/**
 * The samples of the guide. A test installs what a sample needs in an empty folder and runs it there
 * against a launchpad. `ORIGIN` is replaced by the service's address.
 */
export type DocSample = {
  title: string;
  language: "shell" | "typescript" | "javascript" | "browser";
  code: string;
  /** Packages of the npm registry that it imports, beside the client. */
  packages?: readonly string[];
};
