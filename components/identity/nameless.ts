/** Users whose name is not shown, or not known. */
export const NAMELESS = {
  email: "Email user",
  twitter: "X user",
  farcaster: "Farcaster user",
} as const;
