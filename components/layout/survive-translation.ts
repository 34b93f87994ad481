/**
 * Puts a text that the browser's translator replaced back before React changes it or its neighbours.
 * Chrome replaces each text node by a `<font>`. React holds on to the text node, so it would throw
 * when it inserts or removes beside it, and would update a figure that is no longer in the page.
 * The translator sees the returned text and translates it again. Runs as an inline script like
 * `holdEarlyPresses`, so it uses nothing outside its own body.
 */
export function surviveTranslation(): void {
  const replacements = new WeakMap<Node, Element>();
  const claimed = new WeakSet<Node>();
  let isPatched = false;

  const isFree = (node: Node | null | undefined): node is Element =>
    node instanceof Element && node.nodeName === "FONT" && !claimed.has(node);
  const putBack = (node: Node | null) => {
    const replacement = node === null ? undefined : replacements.get(node);
    if (node === null || replacement === undefined) return;
    replacements.delete(node);
    // Not after "Show original", which has put the text back.
    if (replacement.parentNode !== null) replacement.replaceWith(node);
  };

  // Pages that nobody translates keep the browser's own methods.
  const patch = () => {
    isPatched = true;
    const { insertBefore, appendChild, removeChild } = Node.prototype;
    const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue");
    Node.prototype.insertBefore = function <T extends Node>(node: T, before: Node | null): T {
      putBack(node);
      putBack(before);
      // A text without a known replacement: its position is unknown, so append instead of throwing.
      const isChild = before?.parentNode === this;
      insertBefore.call(this, node, isChild ? before : null);
      return node;
    };
    Node.prototype.appendChild = function <T extends Node>(node: T): T {
      putBack(node);
      appendChild.call(this, node);
      return node;
    };
    Node.prototype.removeChild = function <T extends Node>(node: T): T {
      putBack(node);
      if (node.parentNode === this) removeChild.call(this, node);
      return node;
    };
    Object.defineProperty(Node.prototype, "nodeValue", {
      ...nodeValue,
      set(this: Node, value: string | null) {
        putBack(this);
        nodeValue?.set?.call(this, value);
      },
    });
  };
  new MutationObserver((records) => {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      const [removed] = removedNodes;
      if (!(removed instanceof Text)) continue;
      const replacement = [addedNodes[0], previousSibling, nextSibling].find(isFree);
      if (replacement === undefined) continue;
      claimed.add(replacement);
      replacements.set(removed, replacement);
      if (!isPatched) patch();
    }
  }).observe(document, { subtree: true, childList: true });
}
