"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { useEffect, useSyncExternalStore } from "react";
import { Menu } from "@/components/ui/overlay/menu";

const OPTIONS = [
  { value: "system", title: "System", icon: <Monitor aria-hidden="true" className="size-4" /> },
  { value: "light", title: "Light", icon: <Sun aria-hidden="true" className="size-4" /> },
  { value: "dark", title: "Dark", icon: <Moon aria-hidden="true" className="size-4" /> },
] as const;

/**
 * Changes all colors at once, without transitions. The theme library can do this as well, but does
 * so on every load, which makes the browser compute the style of the whole page twice.
 */
function pauseTransitions(): void {
  const { classList } = document.documentElement;
  classList.add("no-transitions");
  requestAnimationFrame(() => requestAnimationFrame(() => classList.remove("no-transitions")));
}

const subscribeNever = () => () => {};

/** Also where the device changes the theme, such as in the evening. */
function usePausedTransitions(): void {
  useEffect(() => {
    const dark = window.matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", pauseTransitions);
    return () => dark.removeEventListener("change", pauseTransitions);
  }, []);
}

export function ThemeMenu() {
  const { theme, setTheme } = useTheme();
  usePausedTransitions();
  // The server does not know the theme; CSS selects the icon, so that it does not flicker.
  const mounted = useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  );
  return (
    <Menu
      label="Theme"
      icon={
        <>
          <Sun aria-hidden="true" className="size-4.5 dark:hidden" />
          <Moon aria-hidden="true" className="hidden size-4.5 dark:block" />
        </>
      }
      value={mounted ? OPTIONS.find(({ value }) => value === theme)?.value : undefined}
      options={OPTIONS}
      onChoose={(chosen) => {
        pauseTransitions();
        setTheme(chosen);
      }}
    />
  );
}
