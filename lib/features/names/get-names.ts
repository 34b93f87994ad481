import type { ServiceContext } from "@/lib/context";
import type { InputOf } from "@/lib/operations/operation";
import type { getNames as operation } from "./operations";
import type { AddressNames } from "./schema";

/** Extension: public names of addresses. All are null if no name service is configured. */
export async function getNames({
  ctx,
  input,
  reader,
}: {
  ctx: Pick<ServiceContext, "names">;
  input: Pick<InputOf<typeof operation>, "query">;
  reader: { key: string; count(policy: "nameLookup"): boolean } | null;
}): Promise<AddressNames> {
  const found = await ctx.names.find(
    input.query.addresses,
    reader && { key: reader.key, countLookup: () => reader.count("nameLookup") },
  );
  return { names: Object.fromEntries(found) };
}
