import { type Address, type Hex, keccak256, parseEventLogs, toBytes, zeroAddress } from "viem";
import { NO_CONSENT } from "@/lib/features/managers/rules/attach-consent";
import type { Deployment } from "@/lib/schemas/deployment";
import { launchpadAbi } from "@/lib/shared/abi/launchpad";
import { newAddress } from "../../setup/chain/new-address";
import { mined } from "./mined";
import type { TestChain } from "./test-chains";

/** 0 none, 1 the given manager, 2 fixed split, 3 dynamic split: `ManagerParams.kind`. */
export type LaunchOptions = {
  name: string;
  symbol?: string;
  tokenUri?: string;
  creator?: Address;
  managerKind?: 0 | 1 | 2 | 3;
  manager?: Address;
  feeShareBps?: number;
  startTime?: bigint;
  marketCapUsdc?: bigint;
  launchProtection?: boolean;
  referralPercent?: number;
};

/** Launches tokens directly on chain, as the service's wallet does. */
export function createLauncher(chain: TestChain, { contracts }: Deployment, privateKey: Hex) {
  const wallet = chain.wallet(privateKey);
  let count = 0;
  return async function launch(options: LaunchOptions) {
    count += 1;
    const account = newAddress();
    const other = newAddress();
    const creator = options.creator ?? account;
    const hash = await wallet.writeContract({
      address: contracts.launchpad,
      abi: launchpadAbi,
      functionName: "launch",
      args: [
        {
          name: options.name,
          symbol: options.symbol ?? `T${count}`,
          tokenURI: options.tokenUri ?? "ipfs://QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn",
          creator,
          feeShareBps: options.feeShareBps ?? 8_000,
          marketCapUsdc: options.marketCapUsdc ?? 4_000_000_000n,
          launchId: keccak256(toBytes(`${options.name} ${count} ${Math.random()}`)),
          startTime: options.startTime ?? 0n,
          launchProtection: options.launchProtection ?? false,
          referralPercent: options.referralPercent ?? 0,
        },
        {
          kind: options.managerKind ?? 0,
          manager: options.manager ?? zeroAddress,
          creatorFirstBps: 1_000,
          moderator: creator,
          recipients:
            (options.managerKind ?? 0) > 1
              ? [
                  { account: creator, share: 4_000_000 },
                  { account: other, share: 6_000_000 },
                ]
              : [],
          consent: NO_CONSENT,
        },
      ],
    });
    const receipt = await mined(chain, hash);
    const [event] = parseEventLogs({
      abi: launchpadAbi,
      logs: receipt.logs,
      eventName: "TokenLaunched",
    });
    if (event === undefined) throw new Error(`${hash} launched nothing`);
    const recipients = (options.managerKind ?? 0) > 1 ? [creator, other] : [];
    return { ...event.args, recipients, txHash: hash, block: Number(receipt.blockNumber) };
  };
}
