/** Sending a registration without an account: what cannot be ordered is refused before the log-in. */
import { RouterContextProvider } from 'react-router';
import { expect, it } from 'vitest';
import { register } from '#domain/orders/registration-contract.ts';
import { Refusal } from '#domain/refusal.ts';
import { type Call, callContext, type PageFacts, pageContext } from '#web/lib/context.ts';
import { carriedPhone } from './carried-phone.server.ts';
import { action } from './RegisterPage.tsx';

const offer = {
  season: { status: 'in_progress' },
  me: null,
  contracts: [{ id: 7 }],
  products: [
    {
      id: 4,
      product_category_id: 1,
      amount_cents: 100,
      pigeons_active: 1,
      pigeons_reserve: 0,
      sale: { state: 'open', from: null, to: null, remaining: null },
    },
  ],
  room: { all: { max: 128, taken: 4 }, active: { max: null, taken: 0 }, reserve: { max: null, taken: 0 } },
};

/** The reply of the action, returned or thrown. */
async function sent(fields: Record<string, string>) {
  const context = new RouterContextProvider();
  const call = async (contract: unknown) => {
    if (contract === register) throw new Refusal('sign_in_first');
    return offer;
  };
  context.set(callContext, call as unknown as Call);
  context.set(pageContext, { public_url: 'https://site.test' } as PageFacts);
  const body = new URLSearchParams({ team: 'Van Aerde', country: 'BE', ...fields });
  const request = new Request('http://site.test/', { method: 'POST', body });
  const given = { context, request, params: { loft_id: '1', season_id: '2' } } as unknown as Parameters<
    typeof action
  >[0];
  return action(given).catch((thrown: unknown) => thrown);
}

it('leads to the log-in with what is chosen, and refuses more pigeons than have a place at their field (8.14)', async () => {
  const chosen = (await sent({ q4: '124' })) as Response;
  expect(chosen.status).toBe(303);
  expect(decodeURIComponent(chosen.headers.get('location')!)).toContain('q4=124');
  expect(await sent({ q4: '999' })).toMatchObject({
    data: { refused: { errors: { q4: [{ code: 'error_max_value', params: { max: 124 } }] } }, typed: { q4: '999' } },
  });
  expect(await sent({ q4: '0' })).toMatchObject({
    data: { refused: { errors: { lines: [{ code: 'order_empty' }] } } },
  });
});

it('keeps the number for the agent through the log-in, in no address and in this season alone', async () => {
  const phone = '+32 470 12 34 56';
  const { headers } = (await sent({ q4: '1', transport: 'agent', collection_id: '8', phone })) as Response;
  expect(decodeURIComponent(headers.get('location')!)).not.toContain('470');
  const cookie = headers.get('set-cookie')!;
  expect(cookie).toMatch(/; Max-Age=86400; Path=\/lofts\/1\/seasons\/2; HttpOnly; Secure; SameSite=Lax$/);
  const back = (carried: string) => carriedPhone(new Request('https://site.test', { headers: { cookie: carried } }));
  expect(await back(cookie.split(';')[0]!)).toBe(phone);
  expect(await back('session=1')).toBe('');
  const none = (await sent({ q4: '1' })) as Response;
  expect(none.headers.get('set-cookie')).toContain('Max-Age=0');
});

it('leads to the order of what was sent before from another window', async () => {
  const context = new RouterContextProvider();
  const call = async () => {
    throw new Refusal('request_reused', { order_id: 12 });
  };
  context.set(callContext, call as unknown as Call);
  context.set(pageContext, { public_url: 'https://site.test' } as PageFacts);
  const request = new Request('http://site.test/', { method: 'POST', body: new URLSearchParams({ q4: '1' }) });
  const given = { context, request, params: { loft_id: '1', season_id: '2' } } as unknown as Parameters<
    typeof action
  >[0];
  const reply = (await action(given)) as Response;
  expect([reply.status, reply.headers.get('location')]).toEqual([303, '/registrations/12?already=1']);
});
