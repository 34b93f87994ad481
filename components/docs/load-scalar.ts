/** Handle of a mounted API reference. */
export type Reference = {
  updateConfiguration: (configuration: object) => void;
  destroy: () => void;
};
type CreateApiReference = (place: Element, configuration: object) => Reference;

declare global {
  interface Window {
    Scalar?: { createApiReference: CreateApiReference };
  }
}

/**
 * The renderer's prebuilt bundle, from `sandbox/build/extract-renderer.mjs`. Compiling its sources would more
 * than double the build time.
 */
const SCRIPT_URL = new URL("../../dist/scalar.js", import.meta.url).toString();

/**
 * Loads the renderer once. Under `strict-dynamic`, a trusted script may add this script.
 * @throws Error when the file cannot be loaded
 */
export function loadScalar(): Promise<CreateApiReference> {
  return new Promise((resolve, reject) => {
    if (window.Scalar !== undefined) return resolve(window.Scalar.createApiReference);
    const script = document.createElement("script");
    script.src = SCRIPT_URL;
    script.onload = () =>
      window.Scalar === undefined
        ? reject(new Error("The API reference did not start"))
        : resolve(window.Scalar.createApiReference);
    script.onerror = () => {
      script.remove();
      reject(new Error("The API reference could not be loaded"));
    };
    document.head.append(script);
  });
}
