/** A launch that is right in every field; tests change what they are about. */
export function launchBody(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: "First Light",
    symbol: "LIGHT",
    description: "The first token on this launchpad.",
    imageIpfs: "QmZ4tDuvesekSs4qM5ZBKpXiZGun7S2CYtEZRB3DYXkjGx",
    creatorEmail: "ada@example.com",
    ...changes,
  };
}
