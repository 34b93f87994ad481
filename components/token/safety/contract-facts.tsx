import type { TokenSafety } from "@/lib/features/market/schema/safety";
import { formatDecimal } from "@/lib/web/format/format-decimal";
import { Fact, Proof } from "./fact";

/** The guarantees of the contracts. */
export function ContractFacts({ safety }: { safety: TokenSafety }) {
  const { supply, code, liquidity, fee } = safety;
  const burned = supply.burned === "0" ? "" : `, ${formatDecimal(supply.burned)} burned`;
  return (
    <>
      <Fact title="Fixed supply" value={formatDecimal(supply.current)} isGuaranteed>
        <p>
          {formatDecimal(supply.initial)} tokens were created at launch{burned}. No function creates
          more.
        </p>
        <Proof command={supply.proof} />
      </Fact>
      <Fact title="No mint, pause, tax or blocklist" value="No owner" isGuaranteed>
        <p>
          The token is a plain ERC-20 without an owner. All tokens of this launchpad have the same
          code.
        </p>
        {code.hash !== null && (
          <p className="wrap-anywhere mt-1 font-mono text-xs">Code hash {code.hash}</p>
        )}
        <Proof command={code.proof} />
      </Fact>
      <Fact title="Liquidity locked" value="Forever" isGuaranteed>
        <p>
          The position of the launch belongs to the pool’s hook, which has no function that removes
          it. <code className="font-mono text-xs">liquidity</code> equals{" "}
          <code className="font-mono text-xs">launched</code> in the output.
        </p>
        <Proof command={liquidity.proof} />
      </Fact>
      <Fact title="Trading fee" value="1%" isGuaranteed>
        <p>
          Each trade pays 1% of its ETH (100 basis points). Purchases may pay more during launch
          protection.
        </p>
        <Proof command={fee.proof} />
      </Fact>
    </>
  );
}
