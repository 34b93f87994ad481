import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createStore } from "@/lib/web/create-store";
import { readerOf } from "@/lib/web/reads/reader";

const KEY = "list";
const isList = (value: unknown): value is string[] => Array.isArray(value);

/** Browser tabs that share a storage, whose changes each tab learns when `deliver` is called. */
class Tabs {
  readonly #texts: Map<string, string>[] = [];
  readonly #listeners: Set<(event: { key: string }) => void>[] = [];
  #undelivered: { from: number; text: string }[] = [];
  writes = 0;

  open() {
    const at = this.#texts.push(new Map()) - 1;
    this.#listeners.push(new Set());
    return { store: createStore(KEY, readerOf(isList)), at };
  }

  /** Makes this tab the current one. */
  enter(at: number): void {
    const texts = this.#texts[at] ?? new Map<string, string>();
    vi.stubGlobal("window", {
      addEventListener: (_: string, listener: (event: { key: string }) => void) =>
        this.#listeners[at]?.add(listener),
      localStorage: {
        getItem: (key: string) => texts.get(key) ?? null,
        setItem: (key: string, text: string) => {
          texts.set(key, text);
          this.writes += 1;
          this.#undelivered.push({ from: at, text });
        },
      },
    });
  }

  /** Delivers all changes to all tabs, including the changes that they cause. */
  deliver(): void {
    for (let next = this.#undelivered.shift(); next; next = this.#undelivered.shift()) {
      for (const [at, texts] of this.#texts.entries()) {
        if (at === next.from) continue;
        texts.set(KEY, next.text);
        this.enter(at);
        for (const listener of this.#listeners[at] ?? []) listener({ key: KEY });
      }
      if (this.writes > 100) throw new Error("the tabs never agree");
    }
  }
}

const including = (one: string) => (list: string[] | null) =>
  list?.includes(one) ? list : [one, ...(list ?? [])];

describe("a value that several tabs change at the same moment", () => {
  let tabs: Tabs;
  beforeEach(() => {
    tabs = new Tabs();
  });
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    [2, "shown"],
    [3, "shown"],
    [2, "not shown"],
  ])("keeps the changes of all %i tabs while it is %s", (count, shown) => {
    const opened = Array.from({ length: count }, () => tabs.open());
    for (const { store, at } of opened) {
      tabs.enter(at);
      if (shown === "shown") store.subscribe(() => undefined);
      store.change(including(`of tab ${at}`));
    }
    tabs.deliver();
    for (const { store, at } of opened) {
      tabs.enter(at);
      expect(store.read()?.toSorted()).toEqual(opened.map((one) => `of tab ${one.at}`));
    }
  });

  it("leaves alone what another tab writes later", () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    try {
      const [first, second] = [tabs.open(), tabs.open()];
      tabs.enter(first.at);
      first.store.change(including("one"));
      tabs.deliver();
      vi.advanceTimersByTime(2_000);
      tabs.enter(second.at);
      second.store.write([]);
      tabs.deliver();
      tabs.enter(first.at);
      expect(first.store.read()).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });
});
