"use client";

import dynamic from "next/dynamic";

/** The explorer in a bundle of its own: the introduction does without it. */
export const ExplorerLater = dynamic(() => import("./explorer").then((module) => module.Explorer));
