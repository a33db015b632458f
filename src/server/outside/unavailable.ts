/** The refusal for an unavailable outside service. */
import { Refusal, type RefusalCode } from '#domain/refusal.ts';
import type { Service, ServiceAway } from './service.ts';

/**
 * The refusal that names the unavailable service and when to retry. The reason goes to the log only, which reports an
 * open breaker once and not with each refused call.
 * @param isOfService whether the error came from the service's own client; any other one is a bug and stays unchanged
 */
export function awayAs(code: RefusalCode, service: Service, error: unknown, isOfService: boolean): Error {
  const away = awayIn(error);
  if (!away && !isOfService) return error as Error;
  const refusal = new Refusal(code, { seconds: service.retry_s() });
  return away?.wasAsked === false ? refusal : Object.assign(refusal, { cause: error });
}

/** The {@link ServiceAway} inside an error, however a client's library wrapped it. */
export function awayIn(error: unknown): ServiceAway | null {
  const { code, cause, detail } = (error ?? {}) as { code?: unknown; cause?: unknown; detail?: unknown };
  if (code === 'SERVICE_AWAY') return error as ServiceAway;
  return cause || detail ? awayIn(cause ?? detail) : null;
}
