/** Readers who go before their answer is there. */
import type { FastifyReply } from 'fastify';

/** Aborted when whoever asked has gone: nobody waits for the answer any more. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** Whether work was given up because its reader has gone; there is nobody to be told. */
export const isGone = (error: Error, { raw }: FastifyReply): boolean => error.name === 'AbortError' && raw.destroyed;
