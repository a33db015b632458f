/** Readers who close their connection before the reply. */
import type { FastifyReply } from 'fastify';

/** Aborted when the client has closed its connection. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** Whether work was aborted because the client has closed its connection; there is nobody to reply to. */
export const isGone = (error: Error, { raw }: FastifyReply): boolean => error.name === 'AbortError' && raw.destroyed;
