import type { Config } from "tailwindcss";

/** Names of the design tokens; app/globals.css has their values for dark and light. */
const config: Config = {
  content: ["./app/**/*.{ts,tsx}", "./components/**/*.{ts,tsx}"],
  darkMode: ["selector", ".dark"],
  theme: {
    extend: {
      colors: {
        canvas: "var(--canvas)",
        surface: "var(--surface)",
        raised: "var(--raised)",
        line: "var(--line)",
        "line-strong": "var(--line-strong)",
        ink: "var(--ink)",
        muted: "var(--muted)",
        faint: "var(--faint)",
        accent: "var(--accent)",
        "accent-ink": "var(--accent-ink)",
        "accent-text": "var(--accent-text)",
        sea: "var(--sea)",
        "sea-text": "var(--sea-text)",
        danger: "var(--danger)",
        up: "var(--up-text)",
        down: "var(--down-text)",
        "code-canvas": "var(--code-canvas)",
        "code-ink": "var(--code-ink)",
        "code-muted": "var(--code-muted)",
        "code-string": "var(--code-string)",
        "code-key": "var(--code-key)",
      },
      fontFamily: {
        sans: ["var(--font-archivo)", "ui-sans-serif", "system-ui", "sans-serif"],
        mono: ["var(--font-geist-mono)", "ui-monospace", "SFMono-Regular", "monospace"],
      },
      fontSize: {
        micro: ["0.6875rem", { lineHeight: "1rem", letterSpacing: "0.04em" }],
        display: [
          "clamp(2.25rem, 1.4rem + 3.4vw, 3.75rem)",
          { lineHeight: "1.02", letterSpacing: "-0.035em", fontWeight: "760" },
        ],
        title: ["1.375rem", { lineHeight: "1.75rem", letterSpacing: "-0.02em", fontWeight: "680" }],
      },
      borderRadius: { card: "0.875rem", control: "0.5625rem" },
      boxShadow: { card: "var(--shadow-card)", pop: "var(--shadow-pop)" },
      maxWidth: { page: "80rem" },
      keyframes: {
        arrive: {
          from: { opacity: "0", transform: "translateY(-6px)" },
          to: { opacity: "1", transform: "none" },
        },
        ring: { from: { strokeDashoffset: "31.4" }, to: { strokeDashoffset: "0" } },
        // Only the opacity, which browsers animate without layout, style or paint of the page.
        waiting: { "50%": { opacity: "0.5" } },
      },
      animation: {
        arrive: "arrive 420ms cubic-bezier(0.2, 0.8, 0.2, 1)",
        ring: "ring 8s linear forwards",
        waiting: "waiting 1.8s ease-in-out infinite",
      },
    },
  },
};

export default config;
