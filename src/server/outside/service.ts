/**
 * An outside service, which may be slow or unavailable while everything else goes on. All calls to it go through one
 * `Service`: a limit of calls at once with a short queue behind it, a time limit for each call and for the whole try,
 * and a breaker that refuses at once while the service is down and retries by itself.
 */
import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  TaskCancelledError,
  TimeoutStrategy,
  timeout,
} from 'cockatiel';
import { isInTransaction } from '#server/db/transaction.ts';

export interface ServiceLimits {
  /** Calls in progress at once. */
  at_once: number;
  /** Calls that wait for one of them to end; further ones are refused. */
  waiting: number;
  /** For one call, with its whole reply. */
  call_ms: number;
  /** For all calls of one request together, with waiting. */
  whole_ms: number;
}

/** The number of failures in a row that open the breaker … */
const failures = 5;
/** … and the time after which one call is let through to see whether the service is back. */
export const retry_ms = 10_000;

export type BreakerState = 'closed' | 'half_open' | 'open';
/** `refused`: not called, because the breaker is open or too many calls wait. */
export type Outcome = 'answered' | 'failed' | 'timed_out' | 'refused';

/** Why a call has no reply. If the service was called, it is unknown whether it did what it was asked. */
export interface ServiceAway extends Error {
  code: 'SERVICE_AWAY';
  service: string;
  reason: 'breaker' | 'full' | 'slow';
  /** False: certainly not called, so nothing was done there. */
  wasAsked: boolean;
}

const reasons = { breaker: 'not asked, it is down', full: 'too many calls wait', slow: 'no answer in time' };

export function serviceAway(service: string, reason: ServiceAway['reason']): ServiceAway {
  const error = new Error(`${service}: ${reasons[reason]}`);
  return Object.assign(error, { code: 'SERVICE_AWAY' as const, service, reason, wasAsked: reason === 'slow' });
}

/** Reports about a service, for the log and the metrics. */
export interface ServiceListener {
  called?(outcome: Outcome, seconds: number): void;
  changed?(state: BreakerState): void;
}

export interface Service {
  readonly name: string;
  readonly limits: ServiceLimits;
  state(): BreakerState;
  /** After how many seconds a retry makes sense: 1 unless the breaker is open. */
  retry_s(): number;
  /** Whether the breaker would refuse a call now. */
  isDown(): boolean;
  /**
   * One call. No transaction may be open.
   * @param call_ms for calls that take longer than others, such as sending a file
   * @throws {ServiceAway}, or what `work` threw
   */
  call<T>(work: (signal: AbortSignal) => Promise<T>, call_ms?: number): Promise<T>;
  /** Several calls that belong together, under the limit for the whole try. @throws {ServiceAway}, or what `work` threw */
  whole<T>(work: () => Promise<T>): Promise<T>;
  /** One call by HTTP; its reply is read whole. A reply of 500 and more counts as a failure of the service. */
  fetch: typeof fetch;
  listen(listener: ServiceListener): void;
}

/** @param isFailure whether an error means that the service is down, and not that it refused this call */
export function createService(
  name: string,
  limits: ServiceLimits,
  isFailure: (error: Error) => boolean = () => true,
): Service {
  const slots = bulkhead(limits.at_once, limits.waiting);
  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof TaskCancelledError || isFailure(error as Error)).orWhenResult(
      (answer) => answer instanceof Response && answer.status >= 500,
    ),
    { breaker: new ConsecutiveBreaker(failures), halfOpenAfter: retry_ms },
  );
  const limitOf = (ms: number) => timeout(ms, TimeoutStrategy.Aggressive);
  const listeners: ServiceListener[] = [];
  let opened_ms = 0;

  breaker.onBreak(() => {
    opened_ms = Date.now();
  });
  breaker.onStateChange(() => {
    for (const { changed } of listeners) changed?.(state());
  });

  const state = (): BreakerState =>
    breaker.state === CircuitState.Closed ? 'closed' : breaker.state === CircuitState.HalfOpen ? 'half_open' : 'open';
  const left_ms = () => opened_ms + retry_ms - Date.now();
  // Half open: one call is testing whether the service is back, and no other waits for its outcome.
  const isDown = () => state() === 'half_open' || (state() === 'open' && left_ms() > 0);

  const service: Service = {
    name,
    limits,
    state,
    isDown,
    retry_s: () => (isDown() ? Math.max(1, Math.ceil(left_ms() / 1000)) : 1),
    async call(work, call_ms = limits.call_ms) {
      refuseInTransaction(name);
      const since = performance.now();
      const called = (outcome: Outcome) => {
        for (const one of listeners) one.called?.(outcome, (performance.now() - since) / 1000);
      };
      if (isDown()) {
        called('refused');
        throw serviceAway(name, 'breaker');
      }
      const whole_ms = limits.whole_ms + call_ms - limits.call_ms;
      try {
        const answer = await limitOf(whole_ms).execute(({ signal: over }) =>
          slots.execute(
            () => breaker.execute(() => limitOf(call_ms).execute(({ signal }) => work(signal), over), over),
            over,
          ),
        );
        called('answered');
        return answer;
      } catch (error) {
        const away = awayOf(name, error);
        called(!away ? 'failed' : away.reason === 'slow' ? 'timed_out' : 'refused');
        throw away ?? error;
      }
    },
    async whole(work) {
      refuseInTransaction(name);
      if (isDown()) throw serviceAway(name, 'breaker');
      try {
        return await limitOf(limits.whole_ms).execute(work);
      } catch (error) {
        throw awayOf(name, error) ?? error;
      }
    },
    fetch: (url, init) =>
      service.call(async (signal) => {
        const signals = init?.signal ? AbortSignal.any([init.signal, signal]) : signal;
        const answer = await fetch(url, { ...init, signal: signals });
        const body = await answer.arrayBuffer();
        return new Response([204, 205, 304].includes(answer.status) ? null : body, answer);
      }),
    listen(listener) {
      listeners.push(listener);
    },
  };
  return service;
}

function awayOf(name: string, error: unknown): ServiceAway | null {
  if (error instanceof BrokenCircuitError) return serviceAway(name, 'breaker');
  if (error instanceof BulkheadRejectedError) return serviceAway(name, 'full');
  if (error instanceof TaskCancelledError) return serviceAway(name, 'slow');
  return null;
}

/**
 * A transaction holds a connection and locks, and an outside service must not decide for how long. In tests this
 * throws.
 */
function refuseInTransaction(name: string): void {
  if (process.env.VITEST && isInTransaction()) throw new Error(`${name} was asked while a transaction was open`);
}
