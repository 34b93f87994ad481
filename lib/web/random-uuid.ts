import { newIdempotencyKey } from "@slipway-launchpad/client";

/** A random UUID of version 4, with the version and variant of RFC 9562. */
export const randomUuid = (): string =>
  newIdempotencyKey().replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-8$4-");
