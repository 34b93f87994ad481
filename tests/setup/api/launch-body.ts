/** A valid launch request; tests override single fields. */
export function launchBody(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: "First Light",
    symbol: "LIGHT",
    description: "The first token on this launchpad.",
    imageIpfs: "QmUWAndheWyx7XJZukLEqVgD51YDYUeq78fv3eY5mEAs9y",
    creatorEmail: "ada@example.com",
    ...changes,
  };
}
