/** One keep-alive HTTP connection on a raw socket. */
import { connect, type Socket } from 'node:net';
import { readAnswer } from './frames.ts';

export interface Line {
  socket: Socket;
  rest: Buffer;
  /** Callbacks of the open requests, in order; a connection to a rival pipelines many, because their order counts. */
  waiting: ((status: number) => void)[];
}

export async function openLine(port: number): Promise<Line> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const line: Line = { socket, rest: Buffer.alloc(0), waiting: [] };
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    line.rest = line.rest.length ? Buffer.concat([line.rest, chunk]) : chunk;
    for (let answer = readAnswer(line.rest); answer; answer = readAnswer(line.rest)) {
      line.rest = line.rest.subarray(answer.end);
      line.waiting.shift()?.(answer.status);
    }
  });
  return line;
}
