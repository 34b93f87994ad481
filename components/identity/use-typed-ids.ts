"use client";

import { useRef } from "react";

/**
 * Changes the type of an identity that is typed. An id that was typed for the other type before comes back:
 * radio buttons change the type with each arrow key.
 */
export function useTypedIds<Type extends string>() {
  const typed = useRef(new Map<Type, string>());
  return (from: { type: Type; id: string }, type: Type): { type: Type; id: string } => {
    typed.current.set(from.type, from.id);
    return { type, id: typed.current.get(type) ?? "" };
  };
}
