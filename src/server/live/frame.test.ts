import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { pingFrame, textFrame } from './frame.ts';

let server: WebSocketServer;
let bytes: Buffer;

beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (_socket, { socket }) => socket.write(bytes));
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
});

describe('a frame', () => {
  it.each([0, 1, 125, 126, 127, 65_535, 65_536, 300_000])('of %i bytes is read as it was written', async (length) => {
    const text = 'é'.repeat(Math.floor(length / 2)) + 'x'.repeat(length % 2);
    expect(Buffer.byteLength(text)).toBe(length);
    bytes = Buffer.concat([textFrame(text), pingFrame, textFrame('after')]);
    const heard: string[] = [];
    const reader = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
    reader.on('message', (data: Buffer) => heard.push(data.toString()));
    reader.on('ping', () => heard.push('ping'));
    await expect.poll(() => heard).toEqual([text, 'ping', 'after']);
    reader.close();
  });
});
