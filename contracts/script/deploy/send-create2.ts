import {
  type Address,
  createPublicClient,
  createWalletClient,
  defineChain,
  type Hex,
  http,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { gasLimitFor } from "@/lib/features/budget/rules/gas-limit";
import { awaitReceipt } from "@/lib/shared/chain/await-receipt";
import { CREATE2_FACTORY } from "./plan-deployment";

export type Create2Input = {
  rpcUrl: string;
  chainId: number;
  privateKey: Hex;
  /** Expected address of the contract. */
  address: Address;
  /** Salt and init code. */
  data: Hex;
};

/** Creates a contract through the CREATE2 factory; does nothing if it exists. */
export async function sendCreate2(input: Create2Input): Promise<void> {
  const chain = defineChain({
    id: input.chainId,
    name: String(input.chainId),
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [input.rpcUrl] } },
  });
  const transport = http(input.rpcUrl);
  const client = createPublicClient({ chain, transport, cacheTime: 0 });
  const has = async () => (await client.getCode({ address: input.address })) !== undefined;
  if (await has()) return;
  const account = privateKeyToAccount(input.privateKey);
  const wallet = createWalletClient({ chain, transport, account });
  const call = { to: CREATE2_FACTORY, data: input.data };
  const gas = gasLimitFor(await client.estimateGas({ account, ...call }));
  const hash = await wallet.sendTransaction({ ...call, gas });
  const { status } = await awaitReceipt(client, hash);
  if (status !== "success" || !(await has()))
    throw new Error(`no contract was created at ${input.address}`);
}
