/** Connections on their way from one process to another. */
import type { SendHandle } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * What Node has below a connection. As a `Socket`, a connection that was sent is read from until the other process has
 * said that it has it, and what is read is thrown away: the first words of whoever was answered by then. Below that
 * nobody reads, and it can be closed as soon as it was sent.
 */
export interface Line {
  close(): void;
}

interface Channel {
  send?(message: unknown, line: SendHandle, options: object, sent: (error: Error | null) => void): boolean;
}

/** The line of a connection; undefined when it has hung up. */
export const lineOf = (connection: Socket): Line | undefined =>
  (connection as unknown as { _handle: Line | null })._handle ?? undefined;

/** The connection again, in the process that keeps it. */
export const connectionOf = (line: Line): Socket =>
  new Socket({ handle: line, readable: true, writable: true } as ConstructorParameters<typeof Socket>[0]);

/** Send a line along with a message. Comes back when it is the other's, or nobody's: time to close it here. */
export function sendLine(channel: Channel, message: unknown, line: Line): Promise<void> {
  return new Promise((resolve) => {
    channel.send!(message, line as unknown as SendHandle, {}, () => resolve());
  });
}
