/**
 * Error reports for the operator: every error line of the log is sent to `ERROR_REPORT_URL` too, without personal data.
 * Nothing waits for it: reports have a short queue of their own, are sent a few times, and are dropped when nothing
 * accepts them; the log has them all.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoggerOptions } from 'pino';
import { scrubbed } from '#domain/errors/redact.ts';
import { createThrottle } from './throttle.ts';

/** A report as it is sent, as JSON. */
export interface ErrorReport {
  at: string;
  version: string;
  said: string;
  name: string;
  message: string;
  stack: string;
  /** The path of the page or call, without its query. */
  path: string;
  request_id: string;
  /** How often the error occurred since its last report. */
  times: number;
}

export interface ReportsOptions {
  url: string;
  version: string;
  fetch?: typeof fetch;
  /** The pauses before each retry. */
  waits_ms?: readonly number[];
}

export interface Reports {
  /** For the options of the logger. */
  hooks: NonNullable<LoggerOptions['hooks']>;
  stop(): void;
}

const errorLevel = 50;
const mostWaiting = 100;
const timeout_ms = 5000;
const throttle_ms = 10 * 60_000;

export function createReports({
  url,
  version,
  fetch: send = fetch,
  waits_ms = [1000, 10_000, 60_000],
}: ReportsOptions): Reports {
  const waiting: ErrorReport[] = [];
  const ended = new AbortController();
  const throttle = createThrottle({ every_ms: throttle_ms, most: 500 });
  let sending = false;

  return {
    hooks: {
      logMethod(args, method, level) {
        if (level >= errorLevel) report(args, String(this.bindings().reqId ?? ''));
        method.apply(this, args);
      },
    },
    stop: () => ended.abort(),
  };

  function report(line: readonly unknown[], reqId: string): void {
    const [fields] = line;
    const {
      err,
      path = '',
      request_id = reqId,
    } = (typeof fields === 'object' ? fields : {}) as Record<string, unknown>;
    const { name = 'Error', message = '', stack = '' } = (err ?? {}) as Partial<Error>;
    const first = stack.split('\n').find((line) => /^\s+at /.test(line)) ?? '';
    const times = throttle(`${name} ${message.replace(/\d+/g, '')} ${first}`);
    if (times === null || waiting.length >= mostWaiting || ended.signal.aborted) return;
    waiting.push({
      at: new Date().toISOString(),
      version,
      said: line.find((part) => typeof part === 'string') ?? '',
      name,
      message: scrubbed(message),
      stack: scrubbed(stack),
      path: scrubbed(String(path)),
      request_id: String(request_id),
      times,
    });
    if (!sending) void sendAll();
  }

  async function sendAll(): Promise<void> {
    sending = true;
    for (let next = waiting.shift(); next && !ended.signal.aborted; next = waiting.shift()) await sendOne(next);
    sending = false;
  }

  /** Sent until it is accepted, refused as invalid, or has been sent often enough. */
  async function sendOne(one: ErrorReport): Promise<void> {
    for (const wait_ms of [0, ...waits_ms]) {
      try {
        await sleep(wait_ms, undefined, { signal: ended.signal, ref: false });
        const answer = await send(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(one),
          redirect: 'error',
          signal: AbortSignal.any([ended.signal, AbortSignal.timeout(timeout_ms)]),
        });
        await answer.body?.cancel();
        if (answer.status < 500 && answer.status !== 429) return;
      } catch {
        // No receiver: not an error to report.
        if (ended.signal.aborted) return;
      }
    }
  }
}
