import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Address } from "viem";
import { expect, it } from "vitest";
import { type ManagerTerms, useManagerTerms } from "@/components/launch/steps/use-manager-terms";
import { managerQuery } from "@/components/managers/manager-query";
import type { ManagerEarner, ManagerFacts } from "@/lib/web/managers/read-manager";

const MANAGER = "0x1111111111111111111111111111111111111111";
const [ADA, GRACE, CREATOR]: Address[] = [2, 3, 4].map((n): Address => `0x${`${n}`.repeat(40)}`);

function Probe({ address, onTerms }: { address: string; onTerms: (terms: ManagerTerms) => void }) {
  onTerms(
    useManagerTerms({ chain: "base", treasury: "fee_split_manager", managerAddress: address }),
  );
  return null;
}

/** The terms that the wizard shows of a manager with this state. */
function termsOf(facts: ManagerFacts, address: string = MANAGER): ManagerTerms {
  const client = new QueryClient();
  client.setQueryData(managerQuery("base", MANAGER).queryKey, facts);
  const read: ManagerTerms[] = [];
  const probe = createElement(Probe, { address, onTerms: (terms) => void read.push(terms) });
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, probe));
  const [terms] = read;
  if (terms === undefined) throw new Error("nothing was rendered");
  return terms;
}

const earner = (
  account: Address | undefined,
  role: ManagerEarner["role"],
  share: number | null,
): ManagerEarner => ({ account: account ?? MANAGER, role, share, claimableWei: 1n });

const SPLIT: ManagerFacts = {
  kind: "dynamic_split",
  owner: MANAGER,
  creatorFirstBps: 1_000,
  earners: [
    earner(ADA, "recipient", 10_000_000),
    earner(GRACE, "recipient", 0),
    earner(CREATOR, "creator", null),
  ],
  tokens: [],
  droppedTokens: [],
  isComplete: true,
};

it("are read for an address that was pasted with its scheme", () => {
  expect(termsOf(SPLIT, ` ethereum:${MANAGER} `).note).toBe(termsOf(SPLIT).note);
});

it("counts only recipients with a share, not creators of other tokens or removed recipients", () => {
  const { treasury, names, note } = termsOf(SPLIT);
  expect(note).toBe("Fee split manager with 1 recipient.");
  expect(names).toEqual([ADA]);
  expect(treasury).toEqual({
    kind: "fee_split",
    creatorFirstBps: 1_000,
    splitsMicroPercent: [10_000_000],
  });
});
