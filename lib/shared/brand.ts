import type { ChainSlug } from "./chains";

/** Parts of the site that an operator may leave out; their APIs stay. */
export const BRAND_SECTIONS = ["managers", "docs"] as const;
export type BrandSection = (typeof BRAND_SECTIONS)[number];

/** Name and appearance of this launchpad in pages, emails, documents and share images. */
export type Brand = {
  name: string;
  /** The headline of share images, and the title of the start page behind the name. */
  tagline: string;
  description: string;
  /** Path of the operator's logo on this server; null for the default logo. */
  logo: string | null;
  /** Accent colors as `#rrggbb`; null for those of the style sheet. */
  colors: BrandColors | null;
  /** Links of the footer. */
  links: readonly { title: string; href: string }[];
  /** Shown first and chosen first in the launch wizard; null for the first chain served. */
  defaultChain: ChainSlug | null;
  hidden: readonly BrandSection[];
  /** Whether an operator has set a brand. The guide to hosting the software is left out then. */
  isOwn: boolean;
};

/** Per theme: the accent, text on it, and the accent as text, with at least 4.5:1 each. */
export type BrandColors = Record<"light" | "dark", { accent: string; ink: string; text: string }>;

/**
 * The name for programs: lower-case ASCII letters, digits and hyphens, for example `acme-launch`.
 * A name without any of them becomes `launchpad`.
 */
export function brandKey(name: string): string {
  const key = name
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return key === "" ? "launchpad" : key;
}

export const DEFAULT_BRAND: Brand = {
  name: "Slipway",
  tagline: "Launch a token in seconds",
  description:
    "No wallet, no gas: Slipway deploys the token, opens its Uniswap v4 pool and pays for it.",
  logo: null,
  colors: null,
  links: [],
  defaultChain: null,
  hidden: [],
  isOwn: false,
};
