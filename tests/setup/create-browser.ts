/** The cookies and the origin that a browser sends to one site. */
export type Browser = {
  request(
    path: string,
    init?: { form?: Record<string, string>; json?: unknown; headers?: Record<string, string> },
  ): Promise<Response>;
  /** The CSRF token of next-auth forms. */
  csrfToken(): Promise<string>;
  cookies: Map<string, string>;
};

/** @param send hands a request to the service */
export function createBrowser(
  origin: string,
  send: (request: Request) => Promise<Response>,
): Browser {
  const cookies = new Map<string, string>();
  const { host } = new URL(origin);

  async function request(
    path: string,
    { form, json, headers = {} }: Parameters<Browser["request"]>[1] = {},
  ): Promise<Response> {
    const isPost = form !== undefined || json !== undefined;
    const type = form ? "application/x-www-form-urlencoded" : "application/json";
    const response = await send(
      new Request(`${origin}${path}`, {
        method: isPost ? "POST" : "GET",
        redirect: "manual",
        headers: {
          host,
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          ...(isPost ? { origin, "content-type": type } : {}),
          ...headers,
        },
        ...(form ? { body: new URLSearchParams(form).toString() } : {}),
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      }),
    );
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      const at = pair.indexOf("=");
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      const isGone = value === "" || /max-age=0|expires=thu, 01 jan 1970/i.test(cookie);
      if (isGone) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }

  return {
    request,
    cookies,
    async csrfToken() {
      const answer: unknown = await (await request("/api/auth/csrf")).json();
      if (typeof answer !== "object" || answer === null || !("csrfToken" in answer)) {
        throw new Error("no CSRF token");
      }
      return String(answer.csrfToken);
    },
  };
}
