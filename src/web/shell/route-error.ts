/** What the error page reads from the error of a route: its status and its message (8.10). */
import type { RefusalCode, RefusalParams } from '#domain/refusal.ts';

/** The refusal that a loader threw, as `answers` wraps it. */
export interface RefusedRoute {
  code: RefusalCode;
  params: RefusalParams;
}

/** `statusCode`, else `status`, else the status of the response, else 500; null where the network gave no reply. */
export function statusOfError(error: unknown): number | null {
  const { statusCode, status, response } = fieldsOf(error);
  const given = [statusCode, status, fieldsOf(response).status].find((one) => typeof one === 'number');
  if (given !== undefined) return given as number;
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message) ? null : 500;
}

/** The refusal of the site, which has a sentence in the reader's language; null for any other error. */
export function refusalOfError(error: unknown): RefusedRoute | null {
  const { error: code, params } = fieldsOf(fieldsOf(error).data);
  return typeof code === 'string' ? { code: code as RefusalCode, params: (params ?? {}) as RefusalParams } : null;
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
