import { getToken, listHolders, listNewTokens, listTokens } from "./data";
import { getLaunchStatus, launchMemecoin } from "./launch";
import { createFeeSplitManager, createRevenueManager } from "./managers";
import { getConfig, getLiveness, getReadiness } from "./system";

/** Every operation of the service: what the front door, the OpenAPI documents and the tests read. */
export const OPERATIONS = {
  listTokens,
  listNewTokens,
  getToken,
  listHolders,
  launchMemecoin,
  getLaunchStatus,
  createRevenueManager,
  createFeeSplitManager,
  getConfig,
  getLiveness,
  getReadiness,
} as const;
