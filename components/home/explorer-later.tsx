"use client";

import dynamic from "next/dynamic";
import { inPart } from "@/components/ui/part-boundary";

/** The explorer in its own bundle: the introduction does not load it. */
export const ExplorerLater = inPart(
  dynamic(() => import("./explorer").then((module) => module.Explorer)),
);
