"use client";

import { Component, type ReactNode } from "react";

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
export function PartFailed() {
  return (
    <p role="alert" className="text-danger text-sm">
      Could not load this part. Reload the page.
    </p>
  );
}
