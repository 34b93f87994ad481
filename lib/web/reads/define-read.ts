import type { CallInput } from "@slipway-launchpad/client";
import type { z } from "zod";
import type { Operation, OperationPath } from "@/lib/operations/operation";
import { hasShape, type Shape } from "./has-shape";
import { type Reader, readerOf } from "./reader";

/**
 * A read of our pages without the schemas of its operation: id, path, and the form of the response.
 * `tests/unit/web/reads.test.ts` compares them with the operations. Those of a token's
 * page are in modules of their own, which other pages do not load.
 */
export type Read<O extends Operation> = {
  id: string;
  method: "GET";
  path: OperationPath;
  response: Reader<z.output<O["response"]>>;
  /** For types only: the input of the operation. */
  input?: CallInput<O>;
};

export function read<O extends Operation>(
  id: string,
  { path, response }: { path: OperationPath; response: Shape },
): Read<O> {
  const fits = (value: unknown): value is z.output<O["response"]> => hasShape(response, value);
  return { id, method: "GET", path, response: readerOf(fits) };
}
