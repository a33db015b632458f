import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { builtFiles } from './built-files.ts';

const client = fileURLToPath(new URL('../web/public', import.meta.url));

it('removes the service worker where it is switched off', async () => {
  const app = Fastify();
  await app.register(builtFiles, { client, worker: false, maps_at: '', media_at: '' });
  const { statusCode, headers, body } = await app.inject('/sw.js');
  expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache']);
  expect(headers['content-security-policy']).toContain("connect-src 'self'");
  expect(headers['content-type']).toContain('javascript');

  // As a browser runs it.
  const cached = new Set(['pages-1', 'files-1']);
  let registered = true;
  let ended: Promise<unknown> | undefined;
  const heard = new Map<string, (event: { waitUntil(work: Promise<unknown>): void }) => void>();
  const self = {
    addEventListener: (name: string, listen: typeof heard extends Map<string, infer L> ? L : never) =>
      heard.set(name, listen),
    skipWaiting: async () => {},
    registration: {
      unregister: async () => {
        registered = false;
      },
    },
  };
  const caches = { keys: async () => [...cached], delete: async (name: string) => cached.delete(name) };
  runInNewContext(body, { self, caches });
  heard.get('activate')!({
    waitUntil: (work) => {
      ended = work;
    },
  });
  await ended;
  expect([registered, cached.size]).toEqual([false, 0]);
  await app.close();
});

it.each(['192', '512', 'maskable'])('has the icon %s', async (icon) => {
  const app = Fastify();
  await app.register(builtFiles, { client, worker: true, maps_at: '', media_at: '' });
  const { rawPayload, headers } = await app.inject(`/icons/${icon}.png`);
  expect(headers['content-type']).toBe('image/png');
  // The width stands in the file's header.
  expect(rawPayload.readUInt32BE(16)).toBe(icon === '192' ? 192 : 512);
  await app.close();
});

it.each(['/icons/none.png', '/icons/..%2ffavicon.svg', '/flags/%2e%2e.svg'])('%s is not there', async (path) => {
  const app = Fastify();
  await app.register(builtFiles, { client, worker: true, maps_at: '', media_at: '' });
  expect((await app.inject(path)).statusCode).toBeGreaterThanOrEqual(400);
  await app.close();
});

it('leads from an address under assets to the media host (7.19)', async () => {
  const app = Fastify();
  await app.register(builtFiles, { client, worker: true, maps_at: '', media_at: 'https://media.example' });
  const name = `${'0f'.repeat(32)}-full.jpg`;
  const { statusCode, headers } = await app.inject(`/assets/${name}`);
  expect([statusCode, headers.location]).toEqual([301, `https://media.example/media/${name}`]);
  expect((await app.inject('/assets/entry.js')).headers.location).toBeUndefined();
  await app.close();
});
