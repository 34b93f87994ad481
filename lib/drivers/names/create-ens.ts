import { createPublicClient, isAddressEqual } from "viem";
import { mainnet } from "viem/chains";
import { isSafeName } from "./is-safe-name";
import { type NameService, nodeOf, orNull } from "./name-service";

/**
 * Primary names of ENS, by its universal resolver on Ethereum. `ccipRead` is off: a resolver may
 * name any URL to continue at, and this server must not send requests to user-supplied addresses.
 * So names whose records are not on Ethereum are not found.
 */
export function createEns(rpcUrl: string): NameService {
  const client = createPublicClient({ chain: mainnet, ccipRead: false, transport: nodeOf(rpcUrl) });
  return {
    async findName(address) {
      const name = await orNull(client.getEnsName({ address }));
      if (name === null || !isSafeName(name)) return null;
      // The universal resolver has compared them; a name is shown only if we have as well.
      const owner = await orNull(client.getEnsAddress({ name }));
      return owner !== null && isAddressEqual(owner, address) ? name : null;
    },
  };
}
