import {
  concatHex,
  encodeFunctionData,
  getAbiItem,
  type Hex,
  keccak256,
  parseAbi,
  parseEventLogs,
  sliceHex,
  toFunctionSelector,
  toHex,
} from "viem";
import { launchpadAbi } from "@/lib/shared/abi/launchpad";
import { NO_MANAGER } from "../../setup/chain/launchpad";
import type { Fixture } from "./create-fixture";
import { mined } from "./mined";
import type { startReorgChain } from "./test-chains";

/** `launch` with bytes for its texts, which the encoding does not distinguish. */
const bytesAbi = parseAbi([
  "struct Launch { bytes name; bytes symbol; bytes tokenURI; address creator; uint16 feeShareBps; uint256 marketCapUsdc; bytes32 launchId; uint64 startTime; bool launchProtection; uint8 referralPercent; }",
  "struct Recipient { address account; uint32 share; }",
  "struct Consent { uint256 nonce; uint256 deadline; bytes signature; }",
  "struct Manager { uint8 kind; address manager; uint16 creatorFirstBps; address moderator; Recipient[] recipients; Consent consent; }",
  "function launch(Launch launch, Manager manager)",
]);
const LAUNCH = toFunctionSelector(getAbiItem({ abi: launchpadAbi, name: "launch" }));

/** Name, symbol and URI of a token. The contract accepts any bytes, at most 256, 32 and 1,024. */
export type Texts = { name: Hex; symbol: Hex; tokenUri?: Hex };

/** Launches a token with any bytes as its texts; returns its address. */
export async function launchBytes(
  fixture: Fixture<Awaited<ReturnType<typeof startReorgChain>>>,
  texts: Texts,
) {
  const { chain, deployment, privateKey } = fixture;
  const wallet = chain.wallet(privateKey);
  const { address } = wallet.account;
  const launch = {
    name: texts.name,
    symbol: texts.symbol,
    tokenURI: texts.tokenUri ?? toHex("ipfs://x"),
    creator: address,
    feeShareBps: 8_000,
    marketCapUsdc: 4_000_000_000n,
    startTime: 0n,
    launchId: keccak256(toHex(`${Math.random()}`)),
    launchProtection: false,
    referralPercent: 0,
  };
  const call = encodeFunctionData({ abi: bytesAbi, args: [launch, NO_MANAGER] });
  const hash = await wallet.sendTransaction({
    to: deployment.contracts.launchpad,
    data: concatHex([LAUNCH, sliceHex(call, 4)]),
  });
  const { logs } = await mined(chain, hash);
  const [event] = parseEventLogs({ abi: launchpadAbi, logs, eventName: "TokenLaunched" });
  if (event === undefined) throw new Error(`${hash} launched nothing`);
  return event.args.token;
}
