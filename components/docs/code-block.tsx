import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";
import { colorParts } from "./color-parts";

const COLORS = {
  plain: undefined,
  string: "text-code-string",
  key: "text-code-key",
  muted: "text-code-muted",
} as const;

/** Code sample with a copy button. Scrolls horizontally, by keyboard too. */
export function CodeBlock({
  code,
  title,
  footer,
  className,
}: {
  code: string;
  title: string;
  footer?: ReactNode;
  className?: string;
}) {
  return (
    <figure
      data-slot="code-block"
      className={cn(
        "overflow-hidden rounded-card border border-white/8 bg-code-canvas text-code-ink shadow-pop",
        className,
      )}
    >
      <figcaption className="flex h-11 items-center justify-between border-white/8 border-b pr-1.5 pl-4 font-mono text-code-muted text-xs">
        {title}
        <CopyButton
          text={code}
          label={`Copy: ${title}`}
          size="small"
          className="text-code-ink hover:bg-white/10 hover:text-white"
        >
          Copy
        </CopyButton>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must take the keyboard */}
      <pre tabIndex={0} className="overflow-x-auto px-4 py-3.5 text-[0.8125rem] leading-[1.65]">
        <code className="font-mono">
          {colorParts(code).map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
            <span key={index} className={COLORS[part.kind]}>
              {part.text}
            </span>
          ))}
        </code>
      </pre>
      {footer !== undefined && (
        <div className="border-white/8 border-t px-4 py-3 text-code-muted text-xs leading-relaxed">
          {footer}
        </div>
      )}
    </figure>
  );
}
