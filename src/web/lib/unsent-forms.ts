/**
 * A form that is sent while the server does not reply stays on the page as it was filled in. React Router would replace
 * it by the error page, and the input would be lost.
 */

/** The turbo-stream of `{ data: null }`: React Router reads it as an empty action reply, and revalidates nothing. */
const nothingSaid = () => new Response('[{"_1":-5},"data"]\n', { status: 503, headers: { 'X-Remix-Response': 'yes' } });

/** Whether the request is a form of a page that a script sends. */
export function isForm(url: string, method: string): boolean {
  return method.toUpperCase() === 'POST' && URL.parse(url, 'https://own.invalid')?.pathname.endsWith('.data') === true;
}

/** Keeps forms without a reply on the page; `onUnsent` notifies the reader. */
export function keepUnsentForms(onUnsent: () => void, around: { fetch: typeof fetch } = globalThis): void {
  const ask = around.fetch.bind(globalThis);
  around.fetch = async (input, init) => {
    try {
      return await ask(input, init);
    } catch (error) {
      const [url, method] =
        input instanceof Request ? [input.url, input.method] : [String(input), init?.method ?? 'GET'];
      // An aborted request was given up by the reader.
      if (!isForm(url, method) || !(error instanceof TypeError)) throw error;
      onUnsent();
      return nothingSaid();
    }
  };
}
