/** The files that pages are made with: scripts and styles, flags, icons, and the worker beside them. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/refusal.ts';
import { closedPolicy } from './headers.ts';

const require = createRequire(import.meta.url);

export interface BuiltFilesOptions {
  /** Where the built pages' files lie. */
  client: string;
  /** Whether browsers get the worker; else the one that takes it away again. */
  worker: boolean;
  /** Where maps come from, when not from here. */
  maps_at: string;
}

export async function builtFiles(app: FastifyInstance, { client, worker, maps_at }: BuiltFilesOptions): Promise<void> {
  const open = { config: { access: 'site.read' as const }, schema: { hide: true } };
  const flags = fileURLToPath(new URL('flags/4x3/', `file://${require.resolve('flag-icons/package.json')}`));
  await app.register(staticFiles, { root: flags, serve: false, preCompressed: true });
  app.get('/flags/:flag', open, (request, reply) => {
    const { flag } = request.params as { flag: string };
    if (!/^[a-z]{2}\.svg$/.test(flag)) throw new Refusal('not_found');
    return reply.header('cache-control', 'public, max-age=2592000').sendFile(flag, flags, { cacheControl: false });
  });
  // Built files carry their content's hash in the name.
  app.get('/assets/*', open, (request, reply) => {
    const file = (request.params as { '*': string })['*'];
    // A worker is held to its own policy: the one of maps fetches what they are drawn of.
    if (file.startsWith('maplibre-gl-worker')) reply.header('content-security-policy', workerPolicy(maps_at));
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .sendFile(`assets/${file}`, client, { cacheControl: false });
  });
  app.get('/favicon.svg', open, (_request, reply) => reply.sendFile('favicon.svg', client));
  app.get('/icons/:icon', open, (request, reply) => {
    const { icon } = request.params as { icon: string };
    if (!/^\w+\.png$/.test(icon)) throw new Refusal('not_found');
    return reply
      .header('cache-control', 'public, max-age=86400')
      .sendFile(`icons/${icon}`, client, { cacheControl: false });
  });
  // Browsers look for a newer one with every visit. It asks this site only.
  app.get('/sw.js', open, (_request, reply) =>
    reply
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': workerPolicy() })
      .sendFile(worker ? 'sw.js' : 'sw-off.js', client, { cacheControl: false }),
  );
}

/** What runs beside pages asks this site, and whoever is named, only. */
function workerPolicy(others = ''): string {
  return `${closedPolicy}; connect-src 'self' ${others}`.trim();
}
