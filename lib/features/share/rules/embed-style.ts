import type { BrandColors } from "@/lib/shared/brand";

/** Colors of the style sheet of pages; text keeps at least 4.5:1 on the surface. */
const LIGHT = {
  surface: "#fcfdfe",
  raised: "#e8edf1",
  line: "#d6dde3",
  ink: "#131f30",
  faint: "#5a6875",
  accent: "#b23700",
  up: "#00674a",
  down: "#bc1f42",
};
const DARK = {
  surface: "#131a22",
  raised: "#1d2630",
  line: "#27313b",
  ink: "#eef2f6",
  faint: "#8f9ba6",
  accent: "#ff9e64",
  up: "#5bd9a6",
  down: "#ff858d",
};

/** The whole style sheet of the card. It loads nothing. */
export function embedStyle(colors: BrandColors | null): string {
  const light = declare({ ...LIGHT, ...(colors && { accent: colors.light.text }) });
  const dark = declare({ ...DARK, ...(colors && { accent: colors.dark.text }) });
  return `:root{color-scheme:light;${light}}
:root[data-theme=dark]{color-scheme:dark;${dark}}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;${dark}}}
${RULES}`;
}

function declare(colors: typeof LIGHT): string {
  return Object.entries(colors)
    .map(([name, color]) => `--${name}:${color}`)
    .join(";");
}

const RULES = `*{box-sizing:border-box;margin:0}
html,body{height:100%}
body{font:14px/1.35 Archivo,ui-sans-serif,system-ui,sans-serif;background:var(--surface);color:var(--ink);-webkit-text-size-adjust:100%}
main{position:relative;display:flex;flex-direction:column;gap:10px;height:100%;overflow:hidden;padding:14px 16px;border:1px solid var(--line);border-radius:12px}
a{color:inherit;text-decoration:none}
h1 a::after{content:"";position:absolute;inset:0;border-radius:12px}
main:hover h1 a{text-decoration:underline;text-underline-offset:3px}
a:focus-visible{outline:none}
h1 a:focus-visible::after,.note a:focus-visible{outline:2px solid var(--accent);outline-offset:-3px}
.head{display:flex;align-items:center;gap:12px;min-width:0}
.picture{flex:none;width:44px;height:44px;border-radius:10px;overflow:hidden;background:var(--raised);display:grid;place-items:center;font-weight:700;color:var(--faint)}
.picture img{width:100%;height:100%;object-fit:cover;display:block}
.blurred{filter:blur(10px);transform:scale(1.3)}
.who{min-width:0;flex:1}
h1{font-size:17px;line-height:22px;letter-spacing:-.01em;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.sub{color:var(--faint);font-size:12px;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
svg{display:block;flex:1 1 0;min-height:0;width:100%}
.up{color:var(--up)}.down{color:var(--down)}.flat{color:var(--faint)}
dl{display:flex;gap:20px;font-variant-numeric:tabular-nums lining-nums}
dt{color:var(--faint);font-size:11px;white-space:nowrap}
dd{font-weight:600;white-space:nowrap}
.foot{display:flex;align-items:center;gap:6px;color:var(--faint);font-size:11px;white-space:nowrap}
.foot img{width:14px;height:14px}
.foot b{color:var(--accent);font-weight:600;overflow:hidden;text-overflow:ellipsis}
.foot time{margin-left:auto}
.note{justify-content:center;text-align:center;gap:8px}
.note h1{font-size:15px;white-space:normal;overflow-wrap:anywhere}
.note a{position:relative;color:var(--accent);font-weight:600;text-decoration:underline;text-underline-offset:3px}
@media (max-width:300px){main{padding:10px 12px}dl{gap:12px}.foot time{display:none}}
@media (max-height:170px){svg{display:none}main{justify-content:center}}
@media (max-height:120px){.foot{display:none}}
@media (max-height:90px){dl{display:none}}
`;
