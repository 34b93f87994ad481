import type { IndexedManager } from "../../../db/payouts/manager-index";
import { SPLIT_TOTAL } from "../../../domain/fee-split";
import { MANAGER_KINDS } from "../../../domain/treasury";
import type { Transaction } from "../transaction";
import { endOf, type Kind } from "./kind";

/** Creates a revenue or fee split manager. Its address follows from its salt, so it is one only. */
export const manager: Kind<"manager"> = {
  async prepare(_ctx, chain, { payload }) {
    return { signer: "server", call: chain.managerCall(payload.manager) };
  },
  // Before it is sent, so that a crash can't lose its recipients; it pays nobody until it exists.
  beforeBroadcast: (ctx, transaction) => ctx.managers.keep(toIndexed(transaction)),
  async findEnd(_ctx, _chain, _transaction, outcome) {
    return outcome && endOf(outcome);
  },
};

function toIndexed({ chain, payload }: Transaction<"manager">): IndexedManager {
  const { manager: created, managerAddress: address } = payload;
  const { owner } = created;
  if (created.kind === "revenue") {
    const recipient = { account: created.protocolRecipient, splitMicroPercent: SPLIT_TOTAL };
    return { chain, address, owner, kind: MANAGER_KINDS.revenue, recipients: [recipient] };
  }
  const kind = MANAGER_KINDS[created.kind === "static" ? "staticSplit" : "dynamicSplit"];
  return { chain, address, owner, kind, recipients: created.recipients };
}
