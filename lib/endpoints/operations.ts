import { ACCOUNT_ENDPOINTS } from "./operations/account";
import { DATA_ENDPOINTS } from "./operations/data";
import type { Endpoints } from "./operations/endpoints";
import { LAUNCH_ENDPOINTS } from "./operations/launch";

/**
 * Binds every operation to its use case, in development and in production. A missing entry is a
 * type error.
 */
export const OPERATION_ENDPOINTS: Endpoints = {
  ...DATA_ENDPOINTS,
  ...LAUNCH_ENDPOINTS,
  ...ACCOUNT_ENDPOINTS,
};
