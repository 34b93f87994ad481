/**
 * `npm run contracts:mutants [-- name]`: changes one thing at a time in a copy of the project and
 * demands that a test notices. Exits with 1 when a mutant survives or no longer applies.
 * Not in the list, because no input tells it apart: dropping what rounding leaves of a wall's ETH,
 * which is nothing at any price within the bounds of market caps.
 */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { projectRoot } from "./project-root";

type Mutant = { name: string; file: string; from: string; to: string };

const HOOK = "LaunchHook.sol";
const BASE = "managers/ManagerBase.sol";
const REVENUE = "managers/RevenueManager.sol";
const STATIC = "managers/AddressFeeSplitManager.sol";
const DYNAMIC = "managers/DynamicAddressFeeSplitManager.sol";
const SHARES = "libraries/Shares.sol";
const MATH = "libraries/PoolMath.sol";
const WORDS = "libraries/PoolWords.sol";

const MUTANTS: Mutant[] = [
  {
    name: "anyone may call the callbacks",
    file: HOOK,
    from: "if (msg.sender != address(poolManager)) revert NotPoolManager();",
    to: "",
  },
  {
    name: "anyone may register",
    file: HOOK,
    from: "if (msg.sender != launchpad) revert NotLaunchpad();",
    to: "",
  },
  {
    name: "anyone may reposition",
    file: HOOK,
    from: "if (msg.sender != address(this)) revert NotSelf();",
    to: "",
  },
  {
    name: "a token registers twice",
    file: HOOK,
    from: "if (!p.trade.isEmpty()) revert AlreadyRegistered();",
    to: "",
  },
  {
    name: "trading opens early",
    file: HOOK,
    from: "if (block.timestamp < t.anchorTime()) revert NotStarted(t.anchorTime());",
    to: "",
  },
  {
    name: "partial fills of ETH pass",
    file: HOOK,
    from: "if (delta.amount0() != params.amountSpecified + fee.toInt256()) revert PartialFill();",
    to: "",
  },
  {
    name: "partial fills of tokens pass",
    file: HOOK,
    from: "if (delta.amount1() != params.amountSpecified) revert PartialFill();",
    to: "",
  },
  {
    name: "the price may leave the pool",
    file: HOOK,
    from: "if (tick > t.startTick()) revert BelowFloor();",
    to: "",
  },
  {
    name: "buys pay the fee of sells",
    file: HOOK,
    from: "? SwapFee.ofGross(uint256(-amount), feeBps)",
    to: "? SwapFee.onNet(uint256(-amount), feeBps)",
  },
  {
    name: "exact-output sells pay too little",
    file: HOOK,
    from: ": SwapFee.onNet(uint256(amount), feeBps);",
    to: ": SwapFee.ofGross(uint256(amount), feeBps);",
  },
  {
    name: "exact-output buys pay too little",
    file: HOOK,
    from: "? SwapFee.onNet(uint128(-eth), feeBps)",
    to: "? SwapFee.ofGross(uint128(-eth), feeBps)",
  },
  {
    name: "exact-input sells pay too much",
    file: HOOK,
    from: ": SwapFee.ofGross(uint128(eth), feeBps);",
    to: ": SwapFee.onNet(uint128(eth), feeBps);",
  },
  {
    name: "the fee on top is rounded down",
    file: "libraries/SwapFee.sol",
    from: "return (netEth * feeBps + rest - 1) / rest;",
    to: "return netEth * feeBps / rest;",
  },
  {
    name: "the rest of a split is lost",
    file: "libraries/SwapFee.sol",
    from: "rest = amount - part;",
    to: "rest = amount * (BPS - partBps) / BPS;",
  },
  {
    name: "a claim pays twice",
    file: "FeeStream.sol",
    from: "_setExtraData(id, (_getExtraData(id) + amount).toUint96());",
    to: "",
  },
  {
    name: "a claim pays its caller",
    file: HOOK,
    from: "abi.encode(Action.Claim, token, to, amount)",
    to: "abi.encode(Action.Claim, token, msg.sender, amount)",
  },
  {
    name: "a full counter of earnings stops trades",
    file: WORDS,
    from: "uint256(uint88(old + creatorEth))",
    to: "uint256((uint256(uint88(old)) + creatorEth).toUint88())",
  },
  {
    name: "a claim can be re-entered",
    file: HOOK,
    from: "function claim(address token) external nonReentrant",
    to: "function claim(address token) external",
  },
  {
    name: "the anchor follows at once",
    file: HOOK,
    from: "return lagging > tick ? int24(lagging) : tick;",
    to: "return tick;",
  },
  {
    name: "the anchor never falls",
    file: HOOK,
    from: "return lagging > tick ? int24(lagging) : tick;",
    to: "return int24(lagging);",
  },
  {
    name: "the anchor forgets the time",
    file: HOOK,
    from: "_anchorAt(t, tickBefore), block.timestamp);",
    to: "_anchorAt(t, tickBefore), t.anchorTime());",
  },
  {
    name: "the wall ignores the anchor",
    file: HOOK,
    from: "PoolMath.wallTick(tick > anchor ? tick : anchor);",
    to: "PoolMath.wallTick(tick);",
  },
  {
    name: "the wall ignores the price",
    file: HOOK,
    from: "PoolMath.wallTick(tick > anchor ? tick : anchor);",
    to: "PoolMath.wallTick(anchor);",
  },
  {
    name: "bought tokens are kept",
    file: HOOK,
    from: "LaunchToken(token).burn(m.tokensBurned);",
    to: "",
  },
  {
    name: "the wall moves late",
    file: HOOK,
    from: "if (pending >= wallThreshold) {",
    to: "if (pending > wallThreshold + 1e15) {",
  },
  {
    name: "a stuck wall blocks swaps",
    file: HOOK,
    from: "emit BidWallSkipped(id);",
    to: "revert PaymentInProgress();",
  },
  {
    name: "the wall spoils payments begun before",
    file: HOOK,
    from: "if (PoolMath.syncedCurrency(poolManager) == token) revert PaymentInProgress();",
    to: "",
  },
  {
    name: "poke needs no idle time",
    file: HOOK,
    from: "if (block.timestamp < t.anchorTime() + IDLE_TIME) revert NotIdle();",
    to: "",
  },
  {
    name: "the wall's lifetime is miscounted",
    file: HOOK,
    from: "uint256 taken = w.lifetime() + pending;",
    to: "uint256 taken = w.lifetime();",
  },
  {
    name: "a dear move is made at once",
    file: HOOK,
    from: "place = whole || PoolMath.isNear(tickBefore, tick, w.lower(), m.lower);",
    to: "place = true;",
  },
  {
    name: "a near move takes two trades",
    file: HOOK,
    from: "place = whole || PoolMath.isNear(tickBefore, tick, w.lower(), m.lower);",
    to: "place = whole;",
  },
  { name: "a poke only takes down", file: HOOK, from: "place = whole || ", to: "place = " },
  {
    name: "the place of a wall taken down is mistold",
    file: HOOK,
    from: "if (!place) m.lower = w.lower();",
    to: "",
  },
  {
    name: "the wall's slot opens with the first wall",
    file: HOOK,
    from: "p.wall = WallWords.make(t.startTick(), 0, 0);",
    to: "",
  },
  {
    name: "a fee makes the wall forgotten",
    file: HOOK,
    from: "wallEth != 0 && p.wall.isEmpty()",
    to: "wallEth != 0",
  },
  {
    name: "the price in front of a swap is lost",
    file: HOOK,
    from: "tstore(TICK_BEFORE_SLOT, tick)",
    to: "tstore(TICK_BEFORE_SLOT, 0)",
  },
  {
    name: "a trade through the wall is near",
    file: MATH,
    from: "high < oldLower",
    to: "true",
  },
  {
    name: "a long trade is near",
    file: MATH,
    from: "&& inOneWord(low, high + TICK_SPACING)",
    to: "",
  },
  {
    name: "a trade to the edge of a word is near",
    file: MATH,
    from: "inOneWord(low, high + TICK_SPACING)",
    to: "inOneWord(low, high)",
  },
  { name: "a far place is near", file: MATH, from: "&& inOneWord(oldLower, newLower)", to: "" },
  {
    name: "walls reach over two words",
    file: MATH,
    from: "if (at & 0xff == 0xff) ++at;",
    to: "",
  },
  {
    name: "walls cost more than there is",
    file: MATH,
    from: "0xc44db7935722959383f1f35da47488",
    to: "0xc44db7935722900000000000000000",
  },
  {
    name: "unclean bits of a tick are counted",
    file: MATH,
    from: "tick := signextend(2, tick)",
    to: "",
  },
  {
    name: "a move overwrites the launch",
    file: WORDS,
    from: "(old >> SHARE_AT << SHARE_AT)",
    to: "(old >> START_AT << START_AT)",
  },
  {
    name: "anyone may mint streams",
    file: "FeeStream.sol",
    from: "token) external {\n        if (msg.sender != address(hook)) revert NotHook();",
    to: "token) external {",
  },
  {
    name: "anyone settles streams",
    file: "FeeStream.sol",
    from: "if (msg.sender != address(hook)) revert NotHook();\n        amount",
    to: "amount",
  },
  {
    name: "a stream forgets what was paid",
    file: "FeeStream.sol",
    from: "if (from != address(0)) _paidAtTransfer[address(uint160(id))] = _getExtraData(id);",
    to: "",
  },
  {
    name: "Permit2 has a hidden allowance",
    file: "LaunchToken.sol",
    from: "returns (bool) {\n        return false;",
    to: "returns (bool) {\n        return true;",
  },
  {
    name: "launch ids repeat",
    file: "Launchpad.sol",
    from: "if (used != address(0)) revert LaunchIdUsed(p.launchId, used);",
    to: "",
  },
  {
    name: "anyone launches",
    file: "Launchpad.sol",
    from: "if (!isLauncher[msg.sender]) revert NotLauncher(msg.sender);",
    to: "",
  },
  {
    name: "false managers pass",
    file: "Launchpad.sol",
    from: "if (kind == 0) revert NotManager(manager);",
    to: "",
  },
  {
    name: "the hook can be replaced",
    file: "Launchpad.sol",
    from: "if (address(hook) != address(0)) revert WrongConnection();\n        if (hook_",
    to: "if (hook_",
  },
  {
    name: "a stale price passes",
    file: "price/MarketCapPrice.sol",
    from: " || block.timestamp - updatedAt > heartbeat",
    to: "",
  },
  {
    name: "the sequencer's grace is skipped",
    file: "price/MarketCapPrice.sol",
    from: "startedAt == 0 || block.timestamp < startedAt + sequencerGrace",
    to: "startedAt == 0",
  },
  {
    name: "anyone attaches tokens",
    file: BASE,
    from: "if (msg.sender != _launchpad) revert NotAllowed();",
    to: "",
  },
  {
    name: "a manager takes what it does not hold",
    file: BASE,
    from: "if (feeStream.holderOf(token) != address(this)) revert NotManaged(token);",
    to: "",
  },
  {
    name: "earnings count from the start",
    file: BASE,
    from: "seen: uint128(feeStream.paidAtTransfer(token))",
    to: "seen: 0",
  },
  { name: "income is counted again", file: BASE, from: "record.seen = uint128(paid);", to: "" },
  {
    name: "a credit is paid again",
    file: BASE,
    from: "if (amount != 0) owed[account] = 0;",
    to: "",
  },
  {
    name: "a failed payment is forgotten",
    file: BASE,
    from: "if (!paid) revert PaymentFailed(to);",
    to: "paid;",
  },
  {
    name: "release can be re-entered",
    file: BASE,
    from: "function release(address account) external nonReentrant",
    to: "function release(address account) external",
  },
  {
    name: "payouts of the hook count as gifts",
    file: BASE,
    from: "msg.sender == _poolManager || ",
    to: "",
  },
  {
    name: "a token never enters the new epoch",
    file: BASE,
    from: "if (record.epoch != _currentEpoch()) record.epoch = _currentEpoch();",
    to: "",
  },
  {
    name: "income goes to the new recipient",
    file: BASE,
    from: "_creditRest(record.epoch, restPart);",
    to: "_creditRest(_currentEpoch(), restPart);",
  },
  {
    name: "a new payee takes the past",
    file: REVENUE,
    from: "_sync(token);\n        _tokens[token].payee",
    to: "_tokens[token].payee",
  },
  {
    name: "protocol and creator are swapped",
    file: REVENUE,
    from: "(rest, payee) = SwapFee.split",
    to: "(payee, rest) = SwapFee.split",
  },
  {
    name: "a share is paid again",
    file: STATIC,
    from: "if (amount != 0) splitTaken[account] += amount;",
    to: "",
  },
  { name: "shares change without attributing", file: DYNAMIC, from: "_sync(_managed[i]);", to: "" },
  { name: "a generation has no end", file: DYNAMIC, from: "_endOf[generation] = total;", to: "" },
  { name: "the dropped keep their share", file: DYNAMIC, from: "a.share = 0;\n        }", to: "}" },
  { name: "an account earns the past", file: DYNAMIC, from: "a.mark = total;", to: "" },
  {
    name: "fractions are lost at payment",
    file: DYNAMIC,
    from: "a.owedScaled -= uint120(amount * Shares.TOTAL);",
    to: "a.owedScaled = 0;",
  },
  {
    name: "anyone signs for the moderator",
    file: DYNAMIC,
    from: "&& recovered == signer",
    to: "",
  },
  {
    name: "a signature is not asked for",
    file: DYNAMIC,
    from: "if (!_isSignedBy(owner(), _hashTypedDataV4(structHash), signature)) {",
    to: "if (false) {",
  },
  {
    name: "a contract cannot moderate by signature",
    file: DYNAMIC,
    from: "return SignatureChecker.isValidERC1271SignatureNowCalldata(signer, digest, signature);",
    to: "return false;",
  },
  {
    name: "signatures do not expire",
    file: DYNAMIC,
    from: "if (block.timestamp > deadline) revert SignatureExpired(deadline);",
    to: "",
  },
  {
    name: "signatures expire a second early",
    file: DYNAMIC,
    from: "block.timestamp > deadline",
    to: "block.timestamp >= deadline",
  },
  {
    name: "a signature works twice",
    file: DYNAMIC,
    from: "if (nonce != generation) revert InvalidNonce(generation);",
    to: "",
  },
  {
    name: "a signature is good on every chain and for every manager",
    file: DYNAMIC,
    from: "_hashTypedDataV4(structHash)",
    to: "structHash",
  },
  {
    name: "the shares are not signed",
    file: SHARES,
    from: "keccak256(abi.encode(RECIPIENT_TYPEHASH, recipients[i]))",
    to: "keccak256(abi.encode(RECIPIENT_TYPEHASH, recipients[i].account))",
  },
  {
    name: "anyone fills a dynamic split",
    file: DYNAMIC,
    from: "if (from != owner()) revert NotAllowed();",
    to: "",
  },
  {
    name: "shares need not sum to all",
    file: SHARES,
    from: "if (sum != TOTAL) revert InvalidShareSum(sum);",
    to: "",
  },
  {
    name: "duplicates pass",
    file: SHARES,
    from: "if (seen) revert DuplicateRecipient(account);",
    to: "",
  },
  {
    name: "traces stay in transient storage",
    file: SHARES,
    from: "tstore(account, 0)",
    to: "pop(account)",
  },
];

const root = projectRoot();
const only = process.argv[2];
const work = mkdtempSync(path.join(tmpdir(), "slipway-mutants-"));
mkdirSync(path.join(work, "contracts"));
for (const part of ["bin", "src", "test", "foundry.toml"]) {
  cpSync(path.join(root, "contracts", part), path.join(work, "contracts", part), {
    recursive: true,
  });
}
symlinkSync(path.join(root, "node_modules"), path.join(work, "node_modules"));
writeFileSync(path.join(work, "package.json"), "{}");

/** Test file that most likely notices a change of a source file. */
function nearestTest(file: string): string {
  if (file === HOOK) return "LaunchHook";
  if (file === "Launchpad.sol") return "Launchpad";
  if (file.startsWith("managers/")) return "Managers";
  if (file.startsWith("price/")) return "Price";
  return file.startsWith("libraries/") ? "Libraries" : "Tokens";
}

/** Runs the nearest tests first, all of them only when those did not notice. */
function isKilled(file?: string): boolean {
  const forge = (...args: string[]) =>
    spawnSync("node", ["contracts/bin/forge.mjs", "test", "--fail-fast", ...args], {
      cwd: work,
      encoding: "utf8",
      // Compiling is most of the work, and what the optimizer does is not in question here.
      env: {
        ...process.env,
        FOUNDRY_OPTIMIZER: "false",
        FOUNDRY_FUZZ_RUNS: "64",
        FOUNDRY_INVARIANT_RUNS: "8",
      },
    });
  const fails = (...args: string[]) => {
    const { status, stdout, stderr } = forge(...args);
    if (!`${stdout}${stderr}`.includes("Compiler run failed")) return status !== 0;
    throw new Error(`the mutant does not compile:\n${stdout}${stderr}`);
  };
  if (file !== undefined) {
    if (fails("--match-path", `contracts/test/unit/${nearestTest(file)}.t.sol`)) return true;
  }
  return fails();
}

const survivors: string[] = [];
const chosen = MUTANTS.filter(({ name }) => only === undefined || name.includes(only));
try {
  if (only === undefined && isKilled()) throw new Error("the tests fail without a mutant");
  for (const { name, file, from, to } of chosen) {
    const target = path.join(work, "contracts/src", file);
    const original = readFileSync(target, "utf8");
    if (original.split(from).length !== 2)
      throw new Error(`"${name}" does not apply to ${file} once`);
    writeFileSync(
      target,
      original.replace(from, () => to),
    );
    const killed = isKilled(file);
    writeFileSync(target, original);
    console.log(`${killed ? "killed  " : "SURVIVED"} ${file}: ${name}`);
    if (!killed) survivors.push(name);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
console.log(`${chosen.length - survivors.length} of ${chosen.length} mutants killed`);
process.exit(survivors.length === 0 ? 0 : 1);
