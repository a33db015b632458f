/** The call by which browsers report errors: rate-limited, and each error is logged once. */
import type { FastifyInstance } from 'fastify';
import { reportError } from '#domain/errors/contract.ts';
import { scrubbed } from '#domain/errors/redact.ts';
import { flood } from '#server/limits.ts';
import { parseInput, registerContract } from '#server/route.ts';
import { createThrottle } from './throttle.ts';

const throttle_ms = 10 * 60_000;

export function errorRoutes(app: FastifyInstance): void {
  // Invented errors fill neither the log nor the memory.
  const throttle = createThrottle({ every_ms: throttle_ms, most: 200 });
  registerContract(
    app,
    reportError,
    async (request) => {
      const { body } = parseInput(reportError, { body: request.body } as never);
      const { name, path, request_id } = body;
      const [message, stack] = [scrubbed(body.message), scrubbed(body.stack)];
      const times = throttle(`${name} ${message.replace(/\d+/g, '')} ${stack.split('\n')[1] ?? ''}`);
      if (times !== null) {
        const page = scrubbed(path.split(/[?#]/)[0]!);
        request.log.error(
          { err: { name, message, stack }, path: page, request_id, times },
          'a page failed in a browser',
        );
      }
      return {};
    },
    flood('page_error'),
  );
}
