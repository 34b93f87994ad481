"use client";

import { Component, type ComponentType, type ReactNode } from "react";
import { PlainButton } from "./button";
import { cn } from "./cn";

type Props = { children: ReactNode; fallback: ReactNode };

/**
 * Shows `fallback` when a part of a page fails, usually because its code could not be loaded. Without
 * it, the whole page would be replaced, with what the visitor has typed.
 */
export class PartBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}

/** Offers a reload: a part whose code could not be loaded is not loaded again. */
export function PartFailed({ className }: { className?: string }) {
  return (
    <p role="alert" className={cn("text-danger text-sm", className)}>
      Could not load this part.{" "}
      <PlainButton
        className="min-h-6 underline underline-offset-4"
        onClick={() => location.reload()}
      >
        Reload the page
      </PlainButton>
      .
    </p>
  );
}

/**
 * A part whose code loads on demand, such as a dialog, in a boundary of its own.
 * @param fallback shown in its place if its code could not be loaded
 */
export function inPart<Props extends object>(
  Part: ComponentType<Props>,
  fallback: ReactNode = <PartFailed />,
): ComponentType<Props> {
  return function BoundPart(props: Props) {
    return (
      <PartBoundary fallback={fallback}>
        <Part {...props} />
      </PartBoundary>
    );
  };
}
