/** Readers that load pages: each on one keep-alive connection, the next request when the last reply is complete. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Histogram, type Times } from './figures.ts';
import { readAnswer } from './frames.ts';

export interface PageRequests {
  port: number;
  /** `{n}` in it becomes another number for each request. Of several, each request asks for the next one. */
  path: string | readonly string[];
  connections: number;
  ms: number;
  /** Sessions' tokens: each request shows the next one. Without any it is a stranger's. */
  tokens?: readonly string[];
  /** How long each reads before the next page, ms; the starts are spread. */
  reading_ms?: number;
}

export interface PagesMeasured extends Times {
  answers: number;
  seconds: number;
  bytes: number;
  /** Replies with another status than 200. */
  refused: number;
}

export async function askPages(
  { port, path, connections, ms, tokens = [], reading_ms = 0 }: PageRequests,
  now: () => number,
): Promise<PagesMeasured> {
  const paths = [path].flat();
  const same = paths.length === 1 && !paths[0]!.includes('{n}') && !tokens.length ? requestOf(0) : null;
  const times = new Histogram();
  const since = now();
  let bytes = 0;
  let refused = 0;
  let number = 0;
  await Promise.all(Array.from({ length: connections }, (_, i) => readOn(i)));
  return { answers: times.count, seconds: (now() - since) / 1000, bytes, refused, ...times.times() };

  function readOn(index: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${2 + index}`, noDelay: true });
      let rest: Buffer | null = null;
      let asked = 0;
      const ask = () => {
        if (now() - since > ms) {
          socket.destroy();
          resolve();
          return;
        }
        asked = now();
        socket.write(same ?? requestOf(++number));
      };
      socket.once('connect', () => void sleep((reading_ms * index) / connections).then(ask));
      socket.on('error', reject);
      socket.on('data', (chunk) => {
        bytes += chunk.length;
        rest = rest ? Buffer.concat([rest, chunk]) : chunk;
        const answer = readAnswer(rest);
        if (!answer) return;
        if (answer.status !== 200) refused += 1;
        rest = null;
        times.add(now() - asked);
        if (reading_ms) void sleep(reading_ms).then(ask);
        else ask();
      });
      socket.on('close', () => resolve());
    });
  }

  function requestOf(number: number): string {
    const asked = paths[number % paths.length]!.replace('{n}', String(number));
    const cookie = tokens.length ? `cookie: session=${tokens[number % tokens.length]}\r\n` : '';
    return `GET ${asked} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\naccept: text/html\r\naccept-language: en\r\naccept-encoding: br, gzip\r\n${cookie}\r\n`;
  }
}
