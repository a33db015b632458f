/** Prometheus metrics of the running program. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  registry: Registry;
  requests: Histogram<'method' | 'route' | 'status'>;
  stored: Counter;
  conflicts: Counter;
  commits: Counter;
  delivered: Counter;
  identityAway: Counter;
  renewalsRefused: Counter;
  bucketErrors: Counter<'operation'>;
  makingWait: Histogram<'kind'>;
  making: Counter<'kind' | 'outcome'>;
}

/** Values that are read when the metrics are scraped. */
export interface Looked {
  sockets(): number;
  /** The number of share pictures, or list files, that wait to be made. */
  waiting(kind: (typeof made)[number]): number;
}

const made = ['picture', 'file'] as const;

/**
 * One registry per application, so that tests can run several.
 * @param process names this process in every metric, where there are several.
 */
export function createMetrics({ sockets, waiting }: Looked, process?: string): Metrics {
  const registers = [new Registry()];
  const registry = registers[0]!;
  if (process !== undefined) registry.setDefaultLabels({ process });
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'loftline_live_sockets',
    help: 'Sockets following live results',
    registers,
    collect() {
      this.set(sockets());
    },
  });
  new Gauge({
    name: 'loftline_making_waiting',
    help: 'Share pictures and files of lists that wait to be made',
    labelNames: ['kind'],
    registers,
    collect() {
      for (const kind of made) this.set({ kind }, waiting(kind));
    },
  });
  return {
    registry,
    requests: new Histogram({
      name: 'loftline_request_seconds',
      help: 'Time to answer a request',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
      registers,
    }),
    stored: new Counter({ name: 'loftline_readings_stored_total', help: 'Readings of clocks stored', registers }),
    conflicts: new Counter({
      name: 'loftline_reading_conflicts_total',
      help: 'Readings told again with other content',
      registers,
    }),
    commits: new Counter({ name: 'loftline_reading_batches_total', help: 'Batches of readings committed', registers }),
    delivered: new Counter({
      name: 'loftline_arrivals_delivered_total',
      help: 'Arrivals written to sockets',
      registers,
    }),
    identityAway: new Counter({
      name: 'loftline_identity_away_total',
      help: 'Questions that the identity provider did not answer',
      registers,
    }),
    renewalsRefused: new Counter({
      name: 'loftline_renewals_refused_total',
      help: 'Sign-ins that the identity provider did not renew, and that ended so',
      registers,
    }),
    bucketErrors: new Counter({
      name: 'loftline_bucket_errors_total',
      help: 'Questions to the bucket for files that failed',
      labelNames: ['operation'],
      registers,
    }),
    makingWait: new Histogram({
      name: 'loftline_making_wait_seconds',
      help: 'How long share pictures and files of lists waited until their making began',
      labelNames: ['kind'],
      buckets: [0.02, 0.1, 0.5, 2, 10, 60],
      registers,
    }),
    making: new Counter({
      name: 'loftline_making_total',
      help: 'Share pictures and files of lists: made, dropped because nobody waited any more, refused, failed',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
  };
}
