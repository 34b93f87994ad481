import { ACCOUNT_ENDPOINTS } from "./bindings/account";
import type { Endpoints } from "./bindings/binding-types";
import { DATA_ENDPOINTS } from "./bindings/data";
import { LAUNCH_ENDPOINTS } from "./bindings/launch";

/**
 * Binds every operation to its use case, in development and in production. A missing entry is a
 * type error.
 */
export const OPERATION_ENDPOINTS: Endpoints = {
  ...DATA_ENDPOINTS,
  ...LAUNCH_ENDPOINTS,
  ...ACCOUNT_ENDPOINTS,
};
