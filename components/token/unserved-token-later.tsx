"use client";

import dynamic from "next/dynamic";

/** Loads only where it is shown. */
export const UnservedTokenLater = dynamic(() =>
  import("./unserved-token").then((module) => module.UnservedToken),
);
