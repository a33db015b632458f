/**
 * One connection of the live socket for several flights: each follower has a socket of its own, which is only a share of
 * it. It opens with the first share, and closes with the last.
 */
import { connectLive, type Socket } from './live.ts';

export function shareSocket(connect: () => Socket = connectLive): () => Socket {
  let socket: Socket | null = null;
  let isOpen = false;
  const shares = new Set<Socket>();

  return () => {
    const share: Socket = {
      onopen: null,
      onmessage: null,
      onclose: null,
      send: (text) => socket?.send(text),
      close() {
        shares.delete(share);
        if (shares.size === 0) drop()?.close();
      },
    };
    shares.add(share);
    if (!socket) begin();
    else if (isOpen)
      queueMicrotask(() => shares.has(share) && share.onopen?.call(share as WebSocket, new Event('open')));
    return share;
  };

  function drop(): Socket | null {
    const old = socket;
    socket = null;
    isOpen = false;
    return old;
  }

  function begin(): void {
    const own = connect();
    socket = own;
    own.onopen = (event) => {
      if (socket !== own) return;
      isOpen = true;
      for (const share of shares) share.onopen?.call(share as WebSocket, event);
    };
    own.onmessage = (event) => {
      if (socket === own) for (const share of shares) share.onmessage?.call(share as WebSocket, event);
    };
    own.onclose = (event) => {
      if (socket !== own) return;
      drop();
      const left = [...shares];
      shares.clear();
      for (const share of left) share.onclose?.call(share as WebSocket, event);
    };
  }
}
