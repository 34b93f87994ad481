"use client";

import { useState } from "react";
import { Segmented } from "@/components/ui/segmented";
import { EMBED_SIZE, type EmbedTheme, embedCode } from "@/lib/features/share/rules/embed-code";
import { CopyField } from "./copy-field";

const THEMES = [
  { value: "reader", title: "Reader’s theme" },
  { value: "light", title: "Light" },
  { value: "dark", title: "Dark" },
] as const satisfies readonly { value: EmbedTheme | "reader"; title: string }[];

/** The HTML of a token's card for other pages. @param url of the token's page */
export function EmbedCode({ url, title }: { url: string; title: string }) {
  const [theme, setTheme] = useState<EmbedTheme | "reader">("reader");
  const code = embedCode({ url, title, theme: theme === "reader" ? null : theme, ...EMBED_SIZE });
  return (
    <div className="mt-3 grid gap-3">
      <Segmented
        label="Theme of the card"
        name="embed-theme"
        value={theme}
        options={THEMES}
        onChoose={setTheme}
      />
      <CopyField label="HTML" text={code} button="Copy HTML" rows={5} />
      <a
        href={`${new URL(url).pathname}/embed${theme === "reader" ? "" : `?theme=${theme}`}`}
        target="_blank"
        rel="noopener"
        className="w-fit text-accent-text text-sm underline-offset-4 hover:underline"
      >
        Open the card
      </a>
    </div>
  );
}
