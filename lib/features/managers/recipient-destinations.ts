import { getAddress } from "viem";
import type { Destination } from "@/lib/features/chains/require-destinations";
import type { Identity } from "@/lib/shared/identity";
import type { RecipientRequest } from "./rules/fee-split";

/** The address that an identity names; managed wallets of the others are ordinary accounts. */
export function destinationOf(
  identity: Identity | null,
  named: Omit<Destination, "address">,
): Destination[] {
  return identity?.type === "wallet" ? [{ ...named, address: getAddress(identity.id) }] : [];
}

/** The addresses among the recipients of a split, with the field of the request that names them. */
export function recipientDestinations(
  recipients: readonly RecipientRequest[],
  field: string,
): Destination[] {
  return recipients.flatMap(({ identity, original }, index) =>
    destinationOf(identity, {
      field: `${field}.${index}.id`,
      use: "share",
      error: {
        code: "invalid_recipient",
        message: `Invalid fee split recipient address: ${original}`,
      },
    }),
  );
}
