import { inArray } from "drizzle-orm";
import { type Address, isAddressEqual, parseEther, parseTransaction } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { ServiceContext } from "@/lib/context";
import { changeManagerShares } from "@/lib/features/fees/change-manager-shares";
import { payOut } from "@/lib/features/fees/pay-out";
import { sharesRequest, withdrawRequest } from "@/lib/features/fees/schema/wallet-actions";
import { withdrawFunds } from "@/lib/features/fees/withdraw-funds";
import { createManager, saltOf } from "@/lib/features/managers/create-manager";
import { advance } from "@/lib/features/transactions/advance";
import { rebroadcast } from "@/lib/features/transactions/rebroadcast";
import { walletOf } from "@/lib/features/transactions/store/create-signed-transaction-store";
import { transactions } from "@/lib/features/transactions/store/tables";
import { linkIdentity } from "@/lib/features/users/link-identity";
import { signIn } from "@/lib/features/users/sign-in";
import { unlinkIdentity } from "@/lib/features/users/unlink-identity";
import { AppError } from "@/lib/shared/errors";
import { type NodeFaults, startFaultyNode } from "../../setup/chain/faulty-node";
import { newAddress } from "../../setup/chain/new-address";
import { receiptOf } from "../../setup/chain/receipt-of";
import { chainOf } from "../../setup/stack/chain-of";
import { createServiceFixture } from "../../setup/stack/create-service-fixture";
import { noLimit } from "../../setup/stack/own-input";

const CHAIN = "base-sepolia";
const ACTIONS = ["withdrawal", "share_change"] as const;

/**
 * Two processes of the service behind a faulty node, and two users, each with a token that earns
 * fees and a split that their managed wallet moderates.
 */
export async function createAccountFixture() {
  const fixture = await createServiceFixture();
  const node = await startFaultyNode(fixture.chain.rpcUrl);
  const ctx = fixture.newContext({ RPC_URL_BASE_SEPOLIA: node.url });
  const other = fixture.newContext({ RPC_URL_BASE_SEPOLIA: node.url });
  const { wallet: outsider } = await fixture.chain.funded();
  const { client } = fixture.chain;
  const { serverWallet } = chainOf(ctx);

  async function createPerson(name: string) {
    const email = `${name}@example.com`;
    const identity = { type: "email", stableId: email, name: email, proofChainId: null } as const;
    const { accountId } = await signIn({ ctx: fixture.ctx, input: { identity, current: null } });
    const { address: wallet } = await fixture.ctx.wallets.resolve({ type: "email", id: email });
    const { token } = await fixture.launch({ creatorEmail: email });
    const transactionId = `split:${name}`;
    const recipient = { account: wallet, splitMicroPercent: 10_000_000 };
    const recipients = [{ ...recipient, original: wallet, type: "wallet" as const }];
    const terms = { owner: wallet, creatorFirstBps: 0, recipients };
    const manager = { kind: "dynamic_split" as const, salt: saltOf(transactionId), ...terms };
    const input = { chain: chainOf(fixture.ctx), transactionId, manager };
    const { managerAddress } = await createManager({ ctx: fixture.ctx, input });
    const session = () => ({ accountId, identity, authenticatedAt: fixture.ctx.clock.now() });
    return { email, accountId, wallet, token, manager: managerAddress, session };
  }
  const users = [await createPerson("ada"), await createPerson("bob")] as const;
  type Person = (typeof users)[number];

  /** Sends one request to both processes at once; rejections are allowed. */
  async function inBoth(isTwice: boolean, act: (ctx: ServiceContext) => Promise<unknown>) {
    const processes = isTwice ? [ctx, other] : [ctx];
    const results = await Promise.allSettled(processes.map(act));
    for (const result of results) {
      const isExpected = result.status === "fulfilled" || result.reason instanceof AppError;
      if (!isExpected) throw result.reason;
      if (result.status === "rejected" && result.reason.code === "internal_error") {
        throw result.reason;
      }
    }
  }

  async function sendFromOutside(to: Address, value: bigint) {
    await fixture.trader.mined(await outsider.sendTransaction({ to, value }));
  }

  const listOpen = () =>
    fixture.db
      .select({ id: transactions.id })
      .from(transactions)
      .where(inArray(transactions.state, ["waiting", "active"]));

  /** Runs the jobs that a request left in the queue. */
  async function advanceOpen(from: ServiceContext): Promise<void> {
    for (const { id } of await listOpen()) {
      await advance(from, { id, step: (_name, run) => run() }).catch(expected);
    }
  }

  return {
    client,
    serverWallet,
    users,
    become: (faults: NodeFaults) => node.become(faults),
    change: (person: Person, manager: Address, isTwice: boolean) =>
      inBoth(isTwice, (service) => {
        const recipients = [person.wallet, newAddress()];
        const request = sharesRequest.parse({ chain: CHAIN, manager, recipients });
        const input = { session: person.session(), request, caller: null, limit: noLimit };
        return changeManagerShares({ ctx: service, input });
      }),
    withdraw: (person: Person, amount: string, requestId: string, isTwice: boolean) =>
      inBoth(isTwice, (service) => {
        const { wallet } = person;
        const to = privateKeyToAccount(`0x${"10".repeat(32)}`).address;
        const body = { chain: CHAIN, wallet, to, amount, confirm: true, requestId };
        const input = {
          session: person.session(),
          request: withdrawRequest.parse(body),
          limit: noLimit,
        };
        return withdrawFunds({ ctx: service, input });
      }),
    payOut: (person: Person, isTwice: boolean) =>
      inBoth(isTwice, (service) =>
        payOut({
          ctx: service,
          input: { session: person.session(), wallet: null, caller: null, limit: noLimit },
        }),
      ),
    async earn({ token, manager }: Person) {
      await fixture.trader.buy(token, parseEther("0.1"));
      await sendFromOutside(manager, parseEther("0.001"));
    },
    deposit: ({ wallet }: Person) => sendFromOutside(wallet, parseEther("0.0005")),
    /** Links another address to the account and unlinks it. */
    relink: (person: Person) =>
      inBoth(false, async (service) => {
        const email = `more-${person.email}`;
        const session = person.session();
        await linkIdentity({ ctx: service, input: { session, request: { type: "email", email } } });
        const identity = {
          type: "email",
          stableId: email,
          name: email,
          proofChainId: null,
        } as const;
        const current = person.accountId;
        await signIn({ ctx: service, input: { identity, current } });
        await unlinkIdentity({ ctx: service, input: { session, type: "email", id: email } });
      }),
    /**
     * Replays every transaction that was signed for a user: the same bytes, and the server wallet's
     * calls from another account.
     * @returns how many of the calls had an effect
     */
    async replay({ accountId, manager }: Person): Promise<number> {
      let effects = 0;
      for (const { id } of await ctx.transactions.listOf([accountId], ACTIONS, 50)) {
        const [stored] = await ctx.signedTransactions.listOf(id);
        if (stored === undefined) continue;
        await client
          .sendRawTransaction({ serializedTransaction: stored.rawTransaction })
          .then(() => undefined, refused);
        const { to, data } = parseTransaction(stored.rawTransaction);
        if (!to || !data || !isAddressEqual(to, manager)) continue;
        const hash = await outsider.sendTransaction({ to, data, gas: 1_000_000n });
        const receipt = await receiptOf(client, hash);
        if (receipt.status === "success") effects += 1;
      }
      return effects;
    },
    /** Runs the scheduled functions of another process. */
    async sweep() {
      await inBoth(false, () => advanceOpen(other));
    },
    /** Whether no transaction is open. */
    async isQuiet(): Promise<boolean> {
      const chain = chainOf(ctx);
      await advanceOpen(ctx);
      await rebroadcast(ctx, { chain });
      const [open, unsettled] = await Promise.all([
        listOpen(),
        ctx.signedTransactions.listUnsettled(walletOf(chain)),
      ]);
      return open.length === 0 && unsettled.length === 0;
    },
    async stop() {
      await node.stop();
      await fixture.stop();
    },
  };
}

/** The node failed, or another process works on the transaction: the next sweep retries. */
function expected(error: unknown): void {
  if (error instanceof AppError && error.code === "internal_error") throw error;
}

/** A node rejects transactions that it knows or has mined; any other response is an error. */
function refused(error: Error): void {
  if (!/nonce|already|known/i.test(error.message)) throw error;
}
