import type { AnswerOf, BodyOf, OperationId } from "../../lib/client/client-types";

/**
 * Everything that the types of the package name. `print-types.ts` writes these out in full, because
 * whoever installs the package has neither zod nor the schemas.
 */
export * from "../../lib/client/main";
export type { ChainSlug } from "../../lib/domain/chains";
export type { FieldError } from "../../lib/domain/errors";
export type { LaunchAccepted, LaunchDryRun, LaunchStatus } from "../../lib/schemas/launch";
export type { StreamEvent } from "../../lib/schemas/stream";
export type { Video } from "../../lib/schemas/video";

type WithBody = {
  [Id in OperationId]: [BodyOf<Id>] extends [undefined] ? never : Id;
}[OperationId];
/** The body of each operation that takes one. */
export type Bodies = { [Id in WithBody]: BodyOf<Id> };
/** The answer of each operation. */
export type Answers = { [Id in OperationId]: AnswerOf<Id> };
