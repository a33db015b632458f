/** A third-party provider (oidc-provider, certified), and what people do on its pages. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';

export interface Foreign {
  issuer: string;
  client: { client_id: string; client_secret: string };
  /** The claims of its people by login; people who are not listed have only a login. */
  people: Map<string, Record<string, unknown>>;
  /** The grant types of the tokens that were requested. */
  grants: string[];
  browser(): ForeignBrowser;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** A browser at the provider, with its cookies. */
export interface ForeignBrowser {
  /** Opens an address of the provider and fills in its pages, until it redirects to the site. */
  go(address: string, as: string): Promise<Hop>;
}

export interface Hop {
  /** The final redirect. */
  back: URL;
  /** The prompts: `login`, `consent`, `logout`. */
  asked: string[];
}

/** @param site the client's address @param more settings of the provider that differ */
export async function startForeign(site: string, more: Partial<Configuration> = {}): Promise<Foreign> {
  const client = { client_id: 'loftline', client_secret: 'a-secret-of-the-test-that-is-long-enough' };
  const people: Foreign['people'] = new Map();
  const grants: string[] = [];
  const server = createServer();
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        ...client,
        redirect_uris: [`${site}/login/callback`],
        post_logout_redirect_uris: [`${site}/`],
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    cookies: { keys: ['only for tests'] },
    features: { revocation: { enabled: true } },
    claims: {
      profile: ['name', 'given_name', 'family_name', 'picture', 'locale'],
      email: ['email', 'email_verified'],
      address: ['address'],
    },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, ...people.get(sub) }) }),
    ...more,
  });
  provider.on('grant.success', (ctx) => grants.push(String(ctx.oidc.params?.grant_type)));
  const answer = provider.callback();
  server.on('request', (request, response) => void answer(request, response));

  return {
    issuer,
    client,
    people,
    grants,
    browser: () => browse(issuer),
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
    start: () => listen(port),
  };
}

function browse(issuer: string): ForeignBrowser {
  const cookies = new Map<string, { value: string; path: string }>();
  async function ask(address: URL, form?: Record<string, string>): Promise<Response> {
    const cookie = [...cookies]
      .filter(([, { path }]) => address.pathname.startsWith(path))
      .map(([name, { value }]) => `${name.split(' ')[0]}=${value}`)
      .join('; ');
    const answer = await fetch(address, {
      redirect: 'manual',
      headers: { accept: 'text/html', ...(cookie && { cookie }) },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      const path = /path=([^;]+)/i.exec(set)?.[1] ?? '/';
      if (value) cookies.set(`${name} ${path}`, { value, path });
      else cookies.delete(`${name} ${path}`);
    }
    return answer;
  }
  return {
    async go(address, as) {
      const asked: string[] = [];
      let at = new URL(address);
      let answer = await ask(at);
      for (let steps = 0; steps < 20; steps += 1) {
        const { location } = Object.fromEntries(answer.headers);
        if (location) {
          at = new URL(location, at);
          if (at.origin !== issuer) return { back: at, asked };
          answer = await ask(at);
          continue;
        }
        const page = await answer.text();
        if (answer.status !== 200)
          throw new Error(`${at.pathname} was answered ${answer.status}: ${page.slice(0, 500)}`);
        const action = new URL(/<form[^>]*action="([^"]+)"/.exec(page)?.[1] ?? at, at);
        const hidden = Object.fromEntries(
          [...page.matchAll(/<input[^>]*type="hidden"[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)].map(
            ([, name, value]) => [name!, value!],
          ),
        );
        const what = hidden.prompt ?? 'logout';
        asked.push(what);
        const typed = answers(what, as);
        at = action;
        answer = await ask(at, { ...hidden, ...typed });
      }
      throw new Error('the provider leads nowhere');
    },
  };
}

/** The form fields for a page of the provider. */
function answers(what: string, as: string): Record<string, string> {
  if (what === 'login') return { login: as, password: 'any' };
  return what === 'logout' ? { logout: 'yes' } : {};
}
