"use client";

import dynamic from "next/dynamic";

/** The explorer in its own bundle: the introduction does not load it. */
export const ExplorerLater = dynamic(() => import("./explorer").then((module) => module.Explorer));
