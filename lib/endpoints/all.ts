import type { Endpoint } from "../http/router";
import { CALLBACKS } from "./callbacks";
import { CONTENT } from "./content";
import { DOCUMENTS } from "./documents";
import { OPERATION_ENDPOINTS } from "./operations";
import { OPERATOR_ENDPOINTS } from "./operator";

/** Every address that the server answers itself. Pages and their files are Next's. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...Object.values(OPERATION_ENDPOINTS),
  ...CONTENT,
  ...DOCUMENTS,
  ...CALLBACKS,
  ...OPERATOR_ENDPOINTS,
];
