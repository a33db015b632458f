/**
 * Every outside service that the program calls, with its limits. docs/limits.md lists the same; a test compares them.
 */
import type { FastifyBaseLogger } from 'fastify';
import { Gauge, Histogram, type Registry } from 'prom-client';
import { createService, type Service, type ServiceLimits } from './service.ts';

/**
 * Limits of each process. People wait for `cards`, `identity`, `files` and the codes of `sms`: few seconds. Nobody
 * waits for mail and push messages.
 */
export const serviceLimits = {
  /** The card provider. */
  cards: { at_once: 16, waiting: 32, call_ms: 5000, whole_ms: 6000 },
  /** An identity provider that is not the bundled one. */
  identity: { at_once: 16, waiting: 32, call_ms: 4000, whole_ms: 6000 },
  /** The server that takes mail. */
  mail: { at_once: 8, waiting: 8, call_ms: 30_000, whole_ms: 40_000 },
  /** The push services of browsers, each by itself. */
  push: { at_once: 4, waiting: 100, call_ms: 8000, whole_ms: 20_000 },
  /** The service for short messages. */
  sms: { at_once: 8, waiting: 8, call_ms: 5000, whole_ms: 6000 },
  /** The object storage; an upload may take 30 seconds. */
  files: { at_once: 32, waiting: 64, call_ms: 5000, whole_ms: 6000 },
  /** The error tracker. */
  reports: { at_once: 1, waiting: 8, call_ms: 5000, whole_ms: 8000 },
  /** The rates of currencies. */
  rates: { at_once: 1, waiting: 1, call_ms: 10_000, whole_ms: 12_000 },
  /** The forecasts of the weather; a flight has up to 36 places. */
  weather: { at_once: 4, waiting: 200, call_ms: 10_000, whole_ms: 60_000 },
} as const satisfies Record<string, ServiceLimits>;

export type ServiceName = keyof typeof serviceLimits;

export interface Services extends Record<Exclude<ServiceName, 'push'>, Service> {
  /** The push service at an address: one that hangs does not block the others. */
  pushAt(origin: string): Service;
  /** Reports all services to the metrics and the log from now on. */
  observe(to: { registry: Registry; log: Pick<FastifyBaseLogger, 'warn' | 'info'> }): void;
}

/** The maximum of known push services: browsers name them, so there may be any number. */
const mostPushServices = 200;

export function createServices(): Services {
  const create = (name: ServiceName) => createService(name, serviceLimits[name], failureOf[name]);
  const pushed = new Map<string, Service>();
  const services = {
    cards: create('cards'),
    identity: create('identity'),
    mail: create('mail'),
    sms: create('sms'),
    files: create('files'),
    reports: create('reports'),
    rates: create('rates'),
    weather: create('weather'),
  };
  let watch: (service: Service) => void = () => {};
  return {
    ...services,
    pushAt(origin) {
      const known = pushed.get(origin);
      const service = known ?? create('push');
      if (!known) watch(service);
      // The least recently used one is forgotten first.
      pushed.delete(origin);
      pushed.set(origin, service);
      const [oldest] = pushed.keys();
      if (pushed.size > mostPushServices) pushed.delete(oldest!);
      return service;
    },
    observe({ registry, log }) {
      const figures = figuresOf(registry, () => [...Object.values(services), ...pushed.values()]);
      watch = (service) =>
        service.listen({
          called: (outcome, seconds) => figures.observe({ service: service.name, outcome }, seconds),
          changed(state) {
            const about = { service: service.name };
            if (state === 'open') log.warn(about, 'a service does not answer and is not asked for a while');
            else if (state === 'closed') log.info(about, 'a service answers again');
          },
        });
      for (const service of [...Object.values(services), ...pushed.values()]) watch(service);
    },
  };
}

/** Whether an error means that the service is down; any other is a refusal of this one call. */
const failureOf: Partial<Record<ServiceName, (error: Error) => boolean>> = {
  // A mail server that refuses one mail (5xx) is not down.
  mail: (error) => ((error as { responseCode?: number }).responseCode ?? 0) < 500,
  files: (error) => ((error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 500) >= 500,
};

const stateNumbers = { closed: 0, half_open: 1, open: 2 } as const;

function figuresOf(registry: Registry, all: () => Service[]): Histogram<'service' | 'outcome'> {
  const registers = [registry];
  new Gauge({
    name: 'loftline_outside_breaker_state',
    help: 'Whether a service outside is asked: 0 yes, 1 one call is let through, 2 no; of several push services the worst',
    labelNames: ['service'],
    registers,
    collect() {
      this.reset();
      for (const name of Object.keys(serviceLimits)) this.set({ service: name }, 0);
      const worst = new Map<string, number>();
      for (const one of all()) worst.set(one.name, Math.max(worst.get(one.name) ?? 0, stateNumbers[one.state()]));
      for (const [service, state] of worst) this.set({ service }, state);
    },
  });
  return new Histogram({
    name: 'loftline_outside_call_seconds',
    help: 'Calls to services outside, by what came of them, with the time waited for them',
    labelNames: ['service', 'outcome'],
    buckets: [0.05, 0.2, 0.5, 1, 2, 5, 10, 30],
    registers,
  });
}
