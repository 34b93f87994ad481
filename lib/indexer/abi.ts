import { parseAbi } from "viem";

/** Events of our contracts that the indexer reads. */
export const launchpadEventsAbi = parseAbi([
  "struct LaunchRecord { address feeOwner; address launcher; bytes32 launchId; uint8 managerKind; address manager; uint256 supply; uint160 sqrtPriceX96; int24 tick; string name; string symbol; string tokenURI; uint16 creatorShareBps; uint256 marketCapUsdc; uint64 startTime; }",
  "event TokenLaunched(address indexed token, bytes32 indexed poolId, address indexed creator, LaunchRecord record)",
]);
export const hookEventsAbi = parseAbi([
  "event TokenSwap(bytes32 indexed poolId, address indexed sender, int128 ethToPool, int128 tokenToPool, uint128 feeEth, uint128 creatorEth, uint160 sqrtPriceX96, int24 tick)",
  "event FeesClaimed(address indexed token, address indexed to, uint256 amount)",
  "event BidWallRepositioned(bytes32 indexed poolId, uint256 ethPlaced, uint256 ethReturned, uint256 tokensBurned, int24 lower, int24 upper)",
]);
/** The same signature, but ERC-721 indexes the id and ERC-20 does not index the amount. */
export const erc20EventsAbi = parseAbi([
  "event Transfer(address indexed from, address indexed to, uint256 amount)",
]);
export const erc721EventsAbi = parseAbi([
  "event Transfer(address indexed from, address indexed to, uint256 indexed id)",
]);
