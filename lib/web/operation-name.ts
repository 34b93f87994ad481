import type { OPERATIONS } from "../operations/all";

export type OperationName = keyof typeof OPERATIONS;

/**
 * The id of an operation, with which its query keys begin. For code that only names an operation and
 * so need not load its schemas; every id is the operation's name (a test compares them).
 */
export function operationName<Name extends OperationName>(name: Name): Name {
  return name;
}
