/** The static files of the built pages: scripts, styles, flags, icons, and the service worker. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { typeOfName } from '#domain/files/file.ts';
import { Refusal } from '#domain/refusal.ts';
import { closedPolicy } from './headers.ts';

const require = createRequire(import.meta.url);

export interface BuiltFilesOptions {
  /** The folder of the built pages' files. */
  client: string;
  /** Whether browsers get the service worker; else the one that unregisters it. */
  worker: boolean;
  /** The origins of maps and of pictures, when they are other sites. */
  maps_at: string;
  media_at: string;
}

export async function builtFiles(
  app: FastifyInstance,
  { client, worker, maps_at, media_at }: BuiltFilesOptions,
): Promise<void> {
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
    // Pictures are on the media host (7.19).
    if (typeOfName(file)) return reply.redirect(`${media_at}/media/${file}`, 301);
    // A worker has a policy of its own: the map worker fetches map data.
    if (file.startsWith('maplibre-gl-worker')) reply.header('content-security-policy', workerPolicy(maps_at));
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .sendFile(`assets/${file}`, client, { cacheControl: false });
  });
  app.get('/favicon.svg', open, (_request, reply) => reply.sendFile('favicon.svg', client));
  // For the pages of other sites, and for the board that they show.
  for (const [path, file] of [
    ['/embed.js', 'embed.js'],
    ['/embed/board.js', 'embed-board.js'],
  ] as const)
    app.get(path, open, (_request, reply) =>
      reply
        .headers({ 'cache-control': 'public, max-age=3600', 'cross-origin-resource-policy': 'cross-origin' })
        .sendFile(file, client, { cacheControl: false }),
    );
  app.get('/icons/:icon', open, (request, reply) => {
    const { icon } = request.params as { icon: string };
    if (!/^\w+\.png$/.test(icon)) throw new Refusal('not_found');
    return reply
      .header('cache-control', 'public, max-age=86400')
      .sendFile(`icons/${icon}`, client, { cacheControl: false });
  });
  // Browsers check for a newer service worker with every visit. It may connect to this site only.
  app.get('/sw.js', open, (_request, reply) =>
    reply
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': workerPolicy() })
      .sendFile(worker ? 'sw.js' : 'sw-off.js', client, { cacheControl: false }),
  );
}

/** The policy of workers: they may connect to this site and to the named origins only. */
function workerPolicy(others = ''): string {
  return `${closedPolicy}; connect-src 'self' ${others}`.trim();
}
