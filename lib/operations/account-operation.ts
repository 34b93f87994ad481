import { noBody, nothing } from "./operation";

const ERRORS = [
  "not_signed_in",
  "forbidden",
  "rate_limited",
  "dependency_unavailable",
  "internal_error",
] as const;

const read = {
  method: "GET",
  params: nothing,
  query: nothing,
  body: noBody,
  bodyBytesMax: 0,
  cache: null,
  errors: ERRORS,
} as const;

const write = {
  method: "POST",
  params: nothing,
  query: nothing,
  bodyBytesMax: 64 * 1024,
  cache: null,
  errors: [
    ...ERRORS,
    "invalid_body",
    "request_timeout",
    "payload_too_large",
    "unsupported_media_type",
  ],
} as const;

const account = { api: "account", limit: { policy: "account", when: "first" } } as const;
const admin = { api: "admin", limit: { policy: "admin", when: "first" } } as const;

/**
 * Fields that the operations of signed-in users share, to spread into `operation`. One with further errors
 * names them after `...accountRead.errors`.
 */
export const accountRead = { ...account, ...read };
export const accountWrite = { ...account, ...write };

/** The same for operations of the operator's console. */
export const adminRead = { ...admin, ...read };
export const adminWrite = { ...admin, ...write };
