import { EXAMPLE } from "@/lib/operations/example-values";
import type { OperationDocs } from "@/lib/operations/operation-docs";

/** Texts and examples of these operations. */
export const NAME_DOCS = {
  getNames: {
    summary: "Get the names of addresses",
    description:
      "Extension. Public names of up to 50 addresses: the Basename, otherwise the primary name in ENS. " +
      "A name is returned only if it resolves back to the address, is normalized by ENSIP-15 and has no " +
      "invisible characters. Names are cached for up to an hour; addresses beyond 240 per minute and caller (unless the " +
      "operator has changed this limit) that are not cached are null. All are null if `names` of `config` is " +
      "false: the operator has not configured a name service.",
    examples: {
      query: { addresses: `${EXAMPLE.ada},${EXAMPLE.grace}` },
      response: { names: { [EXAMPLE.ada]: "ada.base.eth", [EXAMPLE.grace]: null } },
    },
  },
} satisfies Record<string, OperationDocs>;
