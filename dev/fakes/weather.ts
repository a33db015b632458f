/**
 * Invented weather that speaks Windy's protocol for point forecasts over HTTP, for the demo and for tests. It changes
 * slowly over places and hours and is the same for everybody, and everything that shows it says that it is invented.
 */
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { windyRequest } from '#server/flights/weather-services.ts';

const hour_ms = 3_600_000;
const step_ms = 3 * hour_ms;

/** Whole forecasts of a day before and two days after now, as the runs of a model overlap. */
const before_ms = 24 * hour_ms;
const after_ms = 48 * hour_ms;

/** The invented weather of a place at an instant: wind m/s, temperature kelvin, precipitation as Windy counts it. */
export function inventedWeather({ lat, lon }: { lat: number; lon: number }, at_ms: number) {
  const hours = at_ms / hour_ms;
  const wave = (period_h: number, phase: number) => Math.sin((2 * Math.PI * (hours + phase)) / period_h);
  const angle = 0.9 * wave(41, lat * 1.3) + 0.8 * wave(67, lon * 2.1) + lat / 9 - lon / 7;
  const speed = 3.2 + 1.9 * wave(29, lon * 1.7 + lat);
  // Warmest in the afternoon of its place.
  const local = (((hours + lon / 15 - 9) % 24) / 24) * 2 * Math.PI;
  const temp = 302 - 0.42 * Math.abs(lat) + 6.5 * Math.sin(local) + 1.5 * wave(53, lat);
  const wet = wave(37, lat * 3 + lon * 2) + 0.4 * wave(11, lon) > 1.15;
  return {
    u: speed * Math.cos(angle),
    v: speed * Math.sin(angle),
    temp,
    ptype: wet ? (temp < 273.15 ? 5 : 1) : 0,
  };
}

export interface WeatherFake {
  url: string;
  key: string;
  /** What was asked so far, without the key. */
  asked: unknown[];
  /** From now on replies have this status; undefined: forecasts again. */
  fail(status: number | undefined): void;
  stop(): Promise<void>;
}

/** Starts the service on a port of its own. */
export async function startWeatherFake(now_ms: () => number = Date.now): Promise<WeatherFake> {
  const key = 'invented-weather';
  const asked: unknown[] = [];
  let failing: number | undefined;
  const app = Fastify({ logger: false });
  app.post('/api/point-forecast/v2', async (request, reply) => {
    const { key: given, ...wish } = request.body as Record<string, unknown>;
    asked.push(wish);
    if (failing) return reply.code(failing).send({ message: 'failing on request' });
    if (given !== key) return reply.code(401).send({ message: 'No such key.' });
    const { lat, lon, model, parameters, levels } = wish;
    const isKnown =
      model === windyRequest.model &&
      JSON.stringify([parameters, levels]) === JSON.stringify([windyRequest.parameters, windyRequest.levels]);
    if (!isKnown || typeof lat !== 'number' || typeof lon !== 'number')
      return reply.code(400).send({ message: 'Only what the site asks is answered.' });
    const first = Math.floor((now_ms() - before_ms) / step_ms) * step_ms;
    const ts = Array.from({ length: (before_ms + after_ms) / step_ms + 2 }, (_, index) => first + index * step_ms);
    const values = ts.map((at_ms) => inventedWeather({ lat, lon }, at_ms));
    return {
      ts,
      units: { 'temp-surface': 'K', 'wind_u-surface': 'm*s-1', 'wind_v-surface': 'm*s-1', 'ptype-surface': null },
      'ptype-surface': values.map(({ ptype }) => ptype),
      'wind_u-surface': values.map(({ u }) => u),
      'wind_v-surface': values.map(({ v }) => v),
      'temp-surface': values.map(({ temp }) => temp),
      warning: 'This weather is invented.',
    };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api/point-forecast/v2`,
    key,
    asked,
    fail: (status) => {
      failing = status;
    },
    stop: () => app.close(),
  };
}
