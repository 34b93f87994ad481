import type { Adapter, AdapterUser } from "next-auth/adapters";
import type { AccountStore } from "../db/account/account-store";

/**
 * What next-auth may keep: the tokens of magic links. Whom a person is, it only passes on: accounts
 * and links between identities are the account service's, so it never finds or makes a user.
 */
export function createAdapter(accounts: AccountStore): Adapter {
  const asIs = (id: string): AdapterUser => ({ id, email: id, emailVerified: null });
  return {
    getUser: async () => null,
    getUserByEmail: async (email) => asIs(email),
    getUserByAccount: async ({ providerAccountId }) => asIs(providerAccountId),
    createUser: async ({ email }: { email: string }) => asIs(email),
    updateUser: async ({ id }) => asIs(id),
    linkAccount: async () => undefined,
    async createVerificationToken(token) {
      await accounts.keepToken(token);
      return token;
    },
    useVerificationToken: (token) => accounts.spendToken(token),
  };
}
