/**
 * A service outside of this program, which may be slow or away while everything else goes on. All that is asked of it
 * goes through one `Service`: so many calls at once and a short queue behind them, a time limit for each call and for
 * the whole try, and a breaker that refuses at once while the service is down and tries again by itself.
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
  /** Calls under way at once. */
  at_once: number;
  /** Calls that wait for one of them to end; what comes beyond them is refused. */
  waiting: number;
  /** For one call, its answer read whole. */
  call_ms: number;
  /** For all that one request asks of the service, and for waiting and calling together. */
  whole_ms: number;
}

/** So many failures in a row open the breaker … */
const failures = 5;
/** … and after so long one call is let through to see whether the service is back. */
export const retry_ms = 10_000;

export type BreakerState = 'closed' | 'half_open' | 'open';
/** `refused`: not asked, because the breaker is open or too many calls wait. */
export type Outcome = 'answered' | 'failed' | 'timed_out' | 'refused';

/** Why a call has no answer. Where the service was asked, nobody knows whether it did what it was asked. */
export interface ServiceAway extends Error {
  code: 'SERVICE_AWAY';
  service: string;
  reason: 'breaker' | 'full' | 'slow';
  /** False: certainly not, so that nothing was done there. */
  wasAsked: boolean;
}

const reasons = { breaker: 'not asked, it is down', full: 'too many calls wait', slow: 'no answer in time' };

export function serviceAway(service: string, reason: ServiceAway['reason']): ServiceAway {
  const error = new Error(`${service}: ${reasons[reason]}`);
  return Object.assign(error, { code: 'SERVICE_AWAY' as const, service, reason, wasAsked: reason === 'slow' });
}

/** What is told of a service: to the log and the figures. */
export interface ServiceListener {
  called?(outcome: Outcome, seconds: number): void;
  changed?(state: BreakerState): void;
}

export interface Service {
  readonly name: string;
  readonly limits: ServiceLimits;
  state(): BreakerState;
  /** In how many seconds it is worth asking again: 1 unless the breaker is open. */
  retry_s(): number;
  /** Whether a call would be refused by the breaker now. */
  isDown(): boolean;
  /**
   * One call. Holds no transaction, and neither may whoever asks.
   * @param call_ms for what takes longer than others, such as sending a file
   * @throws {ServiceAway}, or what `work` threw
   */
  call<T>(work: (signal: AbortSignal) => Promise<T>, call_ms?: number): Promise<T>;
  /** Several calls that belong together, under the limit for the whole try. @throws {ServiceAway}, or what `work` threw */
  whole<T>(work: () => Promise<T>): Promise<T>;
  /** One call by HTTP; its answer is read whole. An answer of 500 and more counts as a failure of the service. */
  fetch: typeof fetch;
  listen(listener: ServiceListener): void;
}

/** @param isFailure whether an error means that the service is down, and not that it said no to this call */
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
  // Half open: one call is on its way to see whether the service is back, and nobody waits for what comes of it.
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

/** A transaction holds a connection and locks; nothing outside may decide for how long. Tests find whoever forgets it. */
function refuseInTransaction(name: string): void {
  if (process.env.NODE_ENV === 'test' && isInTransaction())
    throw new Error(`${name} was asked while a transaction was open`);
}
