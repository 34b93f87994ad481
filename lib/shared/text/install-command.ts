/** Command that installs the client and CLI from this instance; they are not on a registry. */
export function installCommand(origin: string): string {
  return `npm install ${origin}/slipway.tgz`;
}
