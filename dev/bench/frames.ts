/**
 * WebSocket and HTTP/1.1 on raw sockets, as far as the followers of the bench need them: a client library would cost
 * more CPU than the servers under test.
 */
import { createHash } from 'node:crypto';

const handshakeKey = 'bG9mdGxpbmUncyBiZW5jaA==';

/** The `Sec-WebSocket-Accept` that belongs to the one handshake key used here. */
export const expectedAccept = createHash('sha1')
  .update(`${handshakeKey}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
  .digest('base64');

export function upgradeRequest(host: string, path: string): Buffer {
  return Buffer.from(
    [
      `GET ${path} HTTP/1.1`,
      `Host: ${host}`,
      `Origin: http://${host}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${handshakeKey}`,
      '\r\n',
    ].join('\r\n'),
  );
}

export const opcodes = { text: 1, close: 8, ping: 9, pong: 10 } as const;

/** A text frame as a server sends it. */
export function serverFrame(text: string): Buffer {
  return framed(opcodes.text, Buffer.from(text), false);
}

/** A frame as a browser sends it; the mask is zero, so that it changes no byte. */
export function clientFrame(text: string | Buffer, opcode: number = opcodes.text): Buffer {
  return framed(opcode, Buffer.from(text), true);
}

function framed(opcode: number, payload: Buffer, masked: boolean): Buffer {
  const { length } = payload;
  const mask = masked ? 0x80 : 0;
  const head =
    length < 126
      ? [0x80 | opcode, mask | length]
      : length < 65_536
        ? [0x80 | opcode, mask | 126, length >> 8, length & 255]
        : [0x80 | opcode, mask | 127, 0, 0, 0, 0, ...bytesOf(length)];
  return Buffer.concat([Buffer.from(head), Buffer.alloc(masked ? 4 : 0), payload]);
}

function bytesOf(length: number): number[] {
  return [(length >>> 24) & 255, (length >>> 16) & 255, (length >>> 8) & 255, length & 255];
}

/**
 * Decodes the complete frames of a server between two positions of a buffer.
 * @returns the position of the first incomplete frame.
 */
export function readFrames(
  buffer: Buffer,
  start: number,
  end: number,
  each: (opcode: number, from: number, to: number) => void,
): number {
  let at = start;
  while (end - at >= 2) {
    const opcode = buffer[at]! & 15;
    let length = buffer[at + 1]! & 127;
    let head = 2;
    if (length === 126) {
      if (end - at < 4) return at;
      length = buffer.readUInt16BE(at + 2);
      head = 4;
    } else if (length === 127) {
      if (end - at < 10) return at;
      length = buffer.readUInt32BE(at + 6);
      head = 10;
    }
    if (end - at < head + length) return at;
    each(opcode, at + head, at + head + length);
    at += head + length;
  }
  return at;
}

const headEnd = Buffer.from('\r\n\r\n');
const lastChunk = Buffer.from('0\r\n\r\n');

/** The status of an HTTP reply at the start of a buffer, and where it ends; null while it is incomplete. */
export function readAnswer(buffer: Buffer): { status: number; end: number } | null {
  const head = buffer.indexOf(headEnd);
  if (head < 0) return null;
  const text = buffer.toString('latin1', 0, head);
  const status = Number(text.slice(9, 12));
  const body = head + 4;
  const length = /\r\ncontent-length: *(\d+)/i.exec(text);
  if (length) return buffer.length >= body + Number(length[1]) ? { status, end: body + Number(length[1]) } : null;
  if (!/\r\ntransfer-encoding: *chunked/i.test(text)) return { status, end: body };
  // One request at a time: nothing can follow the last chunk.
  const end = buffer.length - lastChunk.length;
  return end >= body && buffer.subarray(end).equals(lastChunk) ? { status, end: buffer.length } : null;
}
