import { z } from "zod";
import { type AdminWallet, isAdminRole } from "../../features/admin/rules/role";
import { isChecksumAddress, toChecksumAddress } from "../../shared/address/checksum-address";
import { isChainSlug } from "../../shared/chains";
import { list } from "./values";

const FORM = /^(0x[0-9a-fA-F]{40})(?:@([a-z-]+))?:([a-z]+)$/;

/** `0x…:operator`, or `0x…@base:operator` for a smart-contract wallet on that chain. */
const adminWallet = z.string().transform((text, ctx): AdminWallet => {
  const [, given = "", chain, role = ""] = FORM.exec(text) ?? [];
  const problem = findProblem(given, chain, role);
  if (problem === null && isAdminRole(role)) {
    const at = chain !== undefined && isChainSlug(chain) ? chain : null;
    return { address: toChecksumAddress(given), role, chain: at };
  }
  ctx.addIssue({ code: "custom", message: problem ?? "must be a wallet and a role" });
  return z.NEVER;
});

function findProblem(address: string, chain: string | undefined, role: string): string | null {
  if (address === "") return "must be wallets with roles, such as 0x…:operator";
  if (!isAdminRole(role)) return "has an unknown role; use operator, moderator or viewer";
  if (chain !== undefined && !isChainSlug(chain)) return `has an unknown chain: ${chain}`;
  const digits = address.slice(2);
  const hasOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return hasOneCase || isChecksumAddress(address) ? null : "has an invalid EIP-55 checksum";
}

/** The operator's console. */
export const adminVariables = {
  ADMIN_WALLETS: list
    .pipe(z.array(adminWallet))
    .refine(
      (wallets) => new Set(wallets.map(({ address }) => address)).size === wallets.length,
      "must name each wallet once",
    )
    .default([])
    .meta({
      example: "0x8ba1f109551bD432803012645Ac136ddd64DBA72:operator",
      topic: "admin",
      description:
        "Wallets that may sign in at `/admin`, with their roles: `operator`, `moderator` or `viewer`. " +
        "A smart-contract wallet also names its chain: `0x…@base:operator`. When unset, the console does not exist.",
    }),
  BLOCKLIST_FILE: z
    .string()
    .min(1)
    .optional()
    .meta({
      example: "/etc/slipway/lists/blocklist.txt",
      topic: "admin",
      description:
        "File of creators and images that may not launch and of tokens that are hidden, one per line: wallets, " +
        "emails, networks, domains, CIDs, `x:name`, `x-id:1`, `farcaster:name`, `fid:1` and `base:0x…`. Read at the " +
        "start and whenever it changes.",
    }),
};
