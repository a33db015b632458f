/** Transfer of connections between processes. */
import type { SendHandle } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * Node's internal handle of a connection. Node reads from a transferred `Socket` until the other process has
 * acknowledged it, and discards what it reads: the first data of a client that has been answered by then. A bare handle
 * is not read from, and can be closed as soon as it has been sent.
 */
export interface ConnectionHandle {
  close(): void;
}

interface Channel {
  send?(message: unknown, handle: SendHandle, options: object, sent: (error: Error | null) => void): boolean;
}

/** The handle of a connection; undefined when it is closed. */
export const handleOf = (connection: Socket): ConnectionHandle | undefined =>
  (connection as unknown as { _handle: ConnectionHandle | null })._handle ?? undefined;

/** The connection of a handle, in the receiving process. */
export const connectionOf = (handle: ConnectionHandle): Socket =>
  new Socket({ handle, readable: true, writable: true } as ConstructorParameters<typeof Socket>[0]);

/** Sends a handle along with a message. Resolves when it has been sent or has failed: then it can be closed here. */
export function sendHandle(channel: Channel, message: unknown, handle: ConnectionHandle): Promise<void> {
  return new Promise((resolve) => {
    channel.send!(message, handle as unknown as SendHandle, {}, () => resolve());
  });
}
