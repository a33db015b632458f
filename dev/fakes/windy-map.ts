/**
 * An invented map that speaks the interface of Windy's Map Forecast API in a browser, for the demo and for tests: over
 * HTTP, or as the script itself.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { inventedWeather } from './weather.ts';

const sheet = createRequire(import.meta.url).resolve('leaflet/dist/leaflet.css');

/** The script, which knows this key only. */
export function inventedWindyMap(key = 'invented'): string {
  const constants = { KEY: key, SHEET: readFileSync(sheet, 'utf8'), hour_ms: 3_600_000 };
  const given = Object.entries(constants).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};`);
  const boot = readFileSync(new URL('windy-boot.js', import.meta.url), 'utf8');
  return `(() => {${given.join('')}\n${inventedWeather.toString()}\n${boot}})();`;
}

export interface WindyMapFake {
  url: string;
  key: string;
  /** How often its script was asked for. */
  asked(): number;
  /** From now on its script is not there, or is there and never begins; undefined: it begins again. */
  fail(how: 'missing' | 'silent' | undefined): void;
  stop(): Promise<void>;
}

/** Starts the service on a port of its own. */
export async function startWindyMapFake(): Promise<WindyMapFake> {
  const key = 'invented-map';
  let asked = 0;
  let failing: 'missing' | 'silent' | undefined;
  const app = Fastify({ logger: false });
  app.get('/assets/map-forecast/libBoot.js', async (_request, reply) => {
    asked += 1;
    if (failing === 'missing') return reply.code(404).send('not found');
    const script = failing === 'silent' ? 'window.windyInit = () => {};' : inventedWindyMap(key);
    return reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-store').send(script);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/assets/map-forecast/libBoot.js`,
    key,
    asked: () => asked,
    fail: (how) => {
      failing = how;
    },
    stop: () => app.close(),
  };
}
