/** Visitors of a site, each with one connection: their requests with latency and outcome. */
import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome, Samples } from './samples.ts';

export interface Visit {
  path: string;
  method?: 'GET' | 'POST';
  headers?: OutgoingHttpHeaders;
  body?: string;
}

export interface Answer {
  status: number;
  outcome: Outcome;
  ms: number;
  body: string;
}

export interface Visitor {
  /** Sends one request and reads the whole reply; it is counted in `as`, at the time of the request. */
  ask(visit: Visit, as: Samples): Promise<Answer>;
  leave(): void;
}

/** A visitor of a site on this machine. `since_ms`: the start of the run, by `performance.now`. */
export function comeTo(port: number, since_ms: number, always: OutgoingHttpHeaders = {}): Visitor {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    async ask({ path, method = 'GET', headers = {}, body }, as) {
      const asked = performance.now();
      const answer = await new Promise<Pick<Answer, 'status' | 'outcome' | 'body'>>((resolve) => {
        const sent = request({ agent, port, host: '127.0.0.1', path, method, headers: { ...always, ...headers } });
        sent.on('error', (error) => resolve({ status: 0, outcome: 'failed', body: String(error) }));
        sent.on('response', (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('error', (error) => resolve({ status: 0, outcome: 'failed', body: String(error) }));
          response.on('end', () => {
            const status = response.statusCode ?? 0;
            const body = Buffer.concat(parts).toString('latin1');
            resolve({ status, outcome: outcomeOf(status, response.headers['retry-after']), body });
          });
        });
        sent.end(body);
      });
      const ms = performance.now() - asked;
      as.add(asked - since_ms, ms, answer.outcome);
      return { ...answer, ms };
    },
    leave: () => agent.destroy(),
  };
}

function outcomeOf(status: number, retry_after: string | undefined): Outcome {
  if (status >= 200 && status < 400) return 'answered';
  return status === 429 || (status === 503 && retry_after !== undefined) ? 'refused' : 'failed';
}

/** Repeats `act` until the signal, one call after the other, with a pause of about `every_ms` between two. */
export async function again(every_ms: number, over: AbortSignal, act: () => Promise<unknown>): Promise<void> {
  await pause(Math.random() * every_ms, over);
  while (!over.aborted) {
    await act();
    await pause(every_ms * (0.5 + Math.random()), over);
  }
}

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => {});
