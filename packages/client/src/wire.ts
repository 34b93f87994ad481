import type { z } from "zod";
import type { OPERATIONS } from "@/lib/operations/all";
import type { Operation } from "@/lib/operations/operation";
import type { ChainSlug } from "@/lib/shared/chains";

export type {
  LaunchAccepted,
  LaunchDryRun,
  LaunchStatus,
} from "@/lib/features/launch/schema/answers";
export type { LaunchPrepared } from "@/lib/features/launch/schema/prepare";
export { SPLIT_TOTAL } from "@/lib/features/managers/rules/fee-split";
export { IMAGE_LIMITS } from "@/lib/features/media/rules/image";
export type { StreamEvent } from "@/lib/features/stream/schema";
export type { Video } from "@/lib/features/video/schema";
export type { WebhookEvent } from "@/lib/features/webhooks/schema";
export type { ProofChallenge } from "@/lib/schemas/proof-of-work";
/**
 * Everything public that the operations and their schemas define. The build writes these types out
 * in full (`dist/wire.d.ts`): users of the package have neither zod nor the schemas.
 */
export { CHAIN_SLUGS } from "@/lib/shared/chains";
export type { FieldError } from "@/lib/shared/errors";
export { IDENTITY_TYPES, type IdentityType } from "@/lib/shared/identity";
export type { ChainSlug };

type Operations = typeof OPERATIONS;
/** Uploads have a method of their own: see `Client.sendVideo`. */
export type OperationId = Exclude<keyof Operations, "sendVideo">;

/** The response of each operation. */
export type Answers = { [Id in OperationId]: z.output<Operations[Id]["response"]> };

/**
 * Fields that the schema makes optional only to return its own error text when they are absent.
 */
type NeededFields = {
  launchMemecoin: "name" | "symbol";
  prepareLaunch: "name" | "symbol";
  createRevenueManager: "protocolFee";
};
type Needing<Body, Field> = Body & { [K in Field & keyof Body]-?: NonNullable<Body[K]> };
type AnyBody<Id extends OperationId> = Id extends keyof NeededFields
  ? Needing<z.input<Operations[Id]["body"]>, NeededFields[Id]>
  : z.input<Operations[Id]["body"]>;
/** Whether an object schema has no fields: its key type is `string`. */
type IsEmpty<Schema> = string extends keyof Schema ? true : false;
/** The request body of each operation that takes one. */
export type Bodies = {
  [Id in OperationId as [AnyBody<Id>] extends [undefined]
    ? never
    : IsEmpty<AnyBody<Id>> extends true
      ? never
      : Id]: AnyBody<Id>;
};

/** `limit` and other numbers may be given as numbers; the client writes them into the URL. */
type QueryOf<O extends Operation> = {
  [K in keyof z.input<O["query"]>]:
    | z.input<O["query"]>[K]
    | (K extends keyof z.output<O["query"]> ? Extract<z.output<O["query"]>[K], number> : never);
};
type QueryArguments<O extends Operation> =
  IsEmpty<z.input<O["query"]>> extends true
    ? []
    : Record<never, never> extends QueryOf<O>
      ? [query?: QueryOf<O>]
      : [query: QueryOf<O>];

/** One path parameter; editors show the label. */
type PathArgument<Name, Value> = Name extends "chain"
  ? [chain: Value]
  : Name extends "jobId"
    ? [jobId: Value]
    : Name extends "tokenAddress"
      ? [tokenAddress: Value]
      : Name extends "webhookId"
        ? [webhookId: Value]
        : [parameter: Value];
/** Path parameters in the order in which the path names them. */
type PathArguments<Path, Params> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? [
      ...PathArgument<Name, Name extends keyof Params ? Params[Name] : never>,
      ...PathArguments<Rest, Params>,
    ]
  : [];

/** Arguments of each operation's method before its body: path parameters, then the query. */
export type UrlArguments = {
  [Id in OperationId]: [
    ...PathArguments<Operations[Id]["path"], z.input<Operations[Id]["params"]>>,
    ...QueryArguments<Operations[Id]>,
  ];
};
