/** Error replies: JSON for programs, a small page for people, in their language. */
import type { Duplex } from 'node:stream';
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { chooseLocale, type Locale, localeFacts, storedLocale } from '#domain/locales.ts';
import { isRefusal, Refusal, retryAfter, statusOf } from '#domain/refusal.ts';
import { isGone } from '#server/client-disconnect.ts';
import { laterOfDatabase } from '#server/db/refusals.ts';
import { type answerHeaders, closedPolicy } from '#server/headers.ts';
import { isRead, plainPage, plainPolicy } from '#server/plain-page.ts';
import { sentenceOf, sentencesAt } from '#server/translations.ts';

/** Replies to a request that was refused or failed; internal errors are logged. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isGone(error, reply)) return reply.hijack();
  // A missing file may exist tomorrow: error replies are not cached.
  reply.header('cache-control', 'no-store');
  const locale = chooseLocale(storedLocale(request.cookies ?? {}), request.headers['accept-language']);
  const refusal = isRefusal(error) ? error : (laterOfDatabase(error) ?? refusalOf(error));
  if (refusal) {
    const status = isRefusal(error) ? statusOf(refusal) : (error.statusCode ?? statusOf(refusal));
    if (refusal.code === 'too_often' && refusal.params.seconds !== undefined)
      reply.header('retry-after', String(refusal.params.seconds));
    if (status === 401) reply.header('www-authenticate', 'Bearer');
    if (status === 503) {
      reply.header('retry-after', String(retryAfter(refusal)));
      logAway(request.log, error, refusal);
    }
    if (isRead(request)) return answerWith(status, sentenceOf(refusal, locale));
    return reply.status(status).send(errorBody(refusal, locale));
  }
  request.log.error({ err: error, path: request.url.split('?', 1)[0] }, 'a request failed');
  const internal = new Refusal('internal', { request_id: request.id });
  if (isRead(request)) return answerWith(500, sentenceOf(internal, locale));
  return reply.status(500).send(errorBody(internal, locale));

  function answerWith(status: number, sentence: string): FastifyReply {
    reply.headers({ 'content-security-policy': plainPolicy, 'content-language': localeFacts[locale].lang });
    return reply.status(status).type('text/html; charset=utf-8').send(plainPage({ status, sentence, locale }));
  }
}

/**
 * The body of an error reply (8.1): `error` is the sentence and `code` its code; of bad input `errors` has the sentences
 * of each field and `codes` their codes. `params` are the values in the sentences.
 */
function errorBody(refusal: Refusal, locale: Locale) {
  const { code, params, errors } = refusal;
  if (!errors) return { error: sentenceOf(refusal, locale), code, params };
  const codes = Object.fromEntries(Object.entries(errors).map(([field, list]) => [field, list.map((one) => one.code)]));
  return { errors: sentencesAt(errors, locale), codes, params };
}

/** Logs the cause of an outage for the operator; the client did nothing wrong. */
export function logAway(log: Pick<FastifyBaseLogger, 'warn'>, error: unknown, refusal: Refusal): void {
  const { cause } = error as Error;
  if (cause || !isRefusal(error)) log.warn({ err: cause ?? error, away: refusal.code }, 'something is away');
}

/** Fastify's own errors as refusals; anything else is an internal error. */
function refusalOf(error: FastifyError): Refusal | null {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Refusal('body_not_json');
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Refusal('body_broken');
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refusal('body_too_large');
  }
  return error.statusCode && error.statusCode >= 400 && error.statusCode < 500 ? new Refusal('request_broken') : null;
}

/** Replies to input that is not HTTP, or is incomplete, like any other request that cannot be read. */
export function refuseBroken(
  error: Error & { code?: string },
  socket: Duplex,
  headersOf: ReturnType<typeof answerHeaders>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const refusal = new Refusal('request_broken');
  const body = JSON.stringify(errorBody(refusal, 'en'));
  const [status, words] = {
    ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
    HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  }[error.code ?? ''] ?? [400, 'Bad Request'];
  socket.end(
    [
      `HTTP/1.1 ${status} ${words}`,
      ...Object.entries({ ...headersOf(crypto.randomUUID()), 'content-security-policy': closedPolicy }).map((header) =>
        header.join(': '),
      ),
      'content-type: application/json; charset=utf-8',
      'cache-control: no-store',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
