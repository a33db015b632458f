/**
 * A form that is sent when nobody answers stays on the page as it was filled in. React Router would put the error page
 * in its place, and what was typed would be gone.
 */

/** What React Router reads as an action that says nothing (turbo-stream of `{ data: null }`), and loads nothing anew for. */
const nothingSaid = () => new Response('[{"_1":-5},"data"]\n', { status: 503, headers: { 'X-Remix-Response': 'yes' } });

/** Whether it is a form of a page that a script sends. */
export function isForm(url: string, method: string): boolean {
  return method.toUpperCase() === 'POST' && URL.parse(url, 'https://own.invalid')?.pathname.endsWith('.data') === true;
}

/** From now on a form without an answer stays; `told` says so to the reader. */
export function keepUnsentForms(told: () => void, around: { fetch: typeof fetch } = globalThis): void {
  const ask = around.fetch.bind(globalThis);
  around.fetch = async (input, init) => {
    try {
      return await ask(input, init);
    } catch (error) {
      const [url, method] =
        input instanceof Request ? [input.url, input.method] : [String(input), init?.method ?? 'GET'];
      // Who turned away meanwhile has given it up.
      if (!isForm(url, method) || !(error instanceof TypeError)) throw error;
      told();
      return nothingSaid();
    }
  };
}
