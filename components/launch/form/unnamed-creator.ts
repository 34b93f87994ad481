import type { LaunchDraft } from "./launch-form";

/** The creator of a launch that names none. */
export type UnnamedCreator = { title: string; earner: string; text: string };

const OPERATOR: UnnamedCreator = {
  title: "No creator",
  earner: "Launchpad operator",
  text: "The launchpad operator permanently earns the creator’s fees. Nobody can claim them later.",
};
const SENDER: UnnamedCreator = {
  title: "Your wallet",
  earner: "Your wallet",
  text: "The wallet that sends the launch earns the creator’s fees.",
};

/**
 * The earner of the creator's fees of a launch that names no creator.
 * @param draft with the payer that `withPossiblePayer` returns
 */
export function unnamedCreator({ payer }: Pick<LaunchDraft, "payer">): UnnamedCreator {
  return payer === "wallet" ? SENDER : OPERATOR;
}
