import type { OPERATIONS } from "../operations/all";

export type OperationName = keyof typeof OPERATIONS;

/**
 * The id of an operation, the first part of its query keys. For code that names an operation
 * without loading its schemas; every id equals the operation's export name (covered by a test).
 */
export function operationName<Name extends OperationName>(name: Name): Name {
  return name;
}
