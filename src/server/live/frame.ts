/** WebSocket frames, encoded once and written to thousands of sockets. */

/**
 * A text message as one WebSocket frame (RFC 6455, 5.2): header and payload in one buffer, unmasked as from a server.
 */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const start = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafeSlow(start + length);
  frame[0] = 0x81; // the last frame of a text message
  if (start === 2) frame[1] = length;
  else if (start === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, start);
  return frame;
}

/** A ping without content; every WebSocket client answers it by itself. */
export const pingFrame = Buffer.from([0x89, 0]);
