/** For tests: services that take a connection and never answer. */
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface HangingService {
  port: number;
  /** The number of calls that wait now. */
  waiting(): number;
  /** The number of calls in all. */
  came(): number;
  close(): Promise<void>;
}

/** Listens on this machine, accepts connections and never answers. */
export async function hangingService(): Promise<HangingService> {
  const sockets = new Set<Socket>();
  let came = 0;
  const server = createServer((socket) => {
    came += 1;
    sockets.add(socket);
    socket.resume();
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    waiting: () => sockets.size,
    came: () => came,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
