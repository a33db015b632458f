/** A service that did not answer, as people are told of it. */
import { Refusal, type RefusalCode } from '#domain/refusal.ts';
import type { Service, ServiceAway } from './service.ts';

/**
 * The refusal that says which service is away and when to come back. Why, only the log may know; it is told once that a
 * breaker opened, and not again of each call that was refused.
 *
 * @param isOfService whether the error came from the service's own client; what did not is a bug and stays as it is
 */
export function awayAs(code: RefusalCode, service: Service, error: unknown, isOfService: boolean): Error {
  const away = awayIn(error);
  if (!away && !isOfService) return error as Error;
  const refusal = new Refusal(code, { seconds: service.retry_s() });
  return away?.wasAsked === false ? refusal : Object.assign(refusal, { cause: error });
}

/** The {@link ServiceAway} of an error, however a client's library wrapped it. */
export function awayIn(error: unknown): ServiceAway | null {
  const { code, cause, detail } = (error ?? {}) as { code?: unknown; cause?: unknown; detail?: unknown };
  if (code === 'SERVICE_AWAY') return error as ServiceAway;
  return cause || detail ? awayIn(cause ?? detail) : null;
}
