/** Maps Scalar's theme variables to ours, so that it follows both themes. */
const STYLE = `
.light-mode, .dark-mode {
  --scalar-background-1: var(--canvas);
  --scalar-background-2: var(--surface);
  --scalar-background-3: var(--raised);
  --scalar-background-accent: color-mix(in oklab, var(--accent) 14%, transparent);
  --scalar-color-1: var(--ink);
  --scalar-color-2: var(--muted);
  --scalar-color-3: var(--faint);
  --scalar-color-accent: var(--accent-text);
  --scalar-color-disabled: var(--faint);
  --scalar-color-ghost: var(--faint);
  --scalar-color-green: var(--ok-text);
  --scalar-color-red: var(--danger);
  --scalar-color-orange: var(--accent-text);
  --scalar-color-yellow: var(--accent-text);
  --scalar-color-blue: var(--sea-text);
  --scalar-color-purple: var(--sea-text);
  --scalar-border-color: var(--line);
  --scalar-font: var(--font-archivo), ui-sans-serif, system-ui, sans-serif;
  --scalar-font-code: var(--font-geist-mono), ui-monospace, monospace;
  --scalar-button-1: var(--accent);
  --scalar-button-1-color: var(--accent-ink);
  --scalar-button-1-hover: var(--accent);
  --scalar-link-color: var(--accent-text);
  --scalar-sidebar-background-1: var(--canvas);
  --scalar-sidebar-color-1: var(--ink);
  --scalar-sidebar-color-2: var(--muted);
  --scalar-sidebar-color-active: var(--accent-text);
  --scalar-sidebar-item-hover-background: var(--raised);
  --scalar-sidebar-item-active-background: var(--raised);
  --scalar-sidebar-border-color: var(--line);
  --scalar-sidebar-search-background: var(--surface);
  --scalar-sidebar-search-border-color: var(--line);
  --scalar-sidebar-search-color: var(--muted);
  --scalar-custom-header-height: 4rem;
}
@media (max-width: 47.99rem) {
  .light-mode, .dark-mode { --scalar-custom-header-height: 6.375rem; }
}
`;

const SHARED = {
  theme: "none",
  layout: "modern",
  withDefaultFonts: false,
  hideDarkModeToggle: true,
  hideClientButton: true,
  showDeveloperTools: "never",
  documentDownloadType: "none",
  telemetry: false,
  mcp: { disabled: true },
  persistAuth: false,
  defaultOpenFirstTag: true,
  orderRequiredPropertiesFirst: true,
  customCss: STYLE,
} as const;

const SOURCES = [
  { title: "Launch API", slug: "launch", url: "/openapi/launch.json", default: true },
  { title: "Data API", slug: "data", url: "/openapi/data.json", default: false },
] as const;

/**
 * Configuration of the renderer. All requests to its vendor's servers are disabled.
 * @param origin origin for requests: the page's own
 */
export function referenceConfiguration(theme: string | undefined, origin: string): object {
  return {
    ...SHARED,
    servers: [{ url: origin }],
    sources: SOURCES.map((source) => ({ ...source, agent: { disabled: true } })),
    forceDarkModeState: theme === "light" ? "light" : "dark",
  };
}
