import { endOf, type Kind } from "./kind";

/** Creates a revenue or fee split manager. Its address depends on its salt, so it is created only once. */
export const manager: Kind<"manager"> = {
  async prepare(_ctx, chain, { payload }) {
    return { signer: "server", call: chain.managerCall(payload.manager) };
  },
  async findEnd(_ctx, _chain, _transaction, outcome) {
    return outcome && endOf(outcome);
  },
};
