import type { OperationEndpoint } from "@/lib/http/bind";
import type { ACCOUNT_OPERATIONS, ADMIN_OPERATIONS, OPERATIONS } from "@/lib/operations/all";

type All = typeof OPERATIONS & typeof ACCOUNT_OPERATIONS & typeof ADMIN_OPERATIONS;

/** An endpoint for each operation. */
export type Endpoints = { [Id in keyof All]: OperationEndpoint<All[Id]> };
