/**
 * The rivals of the live hub, one per process: `ws` with a string sent to each socket, socket.io with a room, and a
 * bare loop that writes one finished frame, the lower bound in JavaScript. Each takes arrivals as lines of `POST
 * /arrivals` and broadcasts every line by itself.
 *   node dev/bench/rivals.ts ws|socket.io|raw PORT
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { Server } from 'socket.io';
import { type WebSocket, WebSocketServer } from 'ws';
import { serverFrame } from './frames.ts';

const [kind, port] = process.argv.slice(2);

const http = createServer((request, response) => {
  if (request.method !== 'POST') {
    // A page without work: the upper bound of the load itself.
    response.writeHead(200, { 'content-length': page.length, 'content-type': 'text/html' }).end(page);
    return;
  }
  void text(request).then((body) => {
    for (const line of body.split('\n')) passOn(line);
    response.writeHead(204).end();
  });
});
http.keepAliveTimeout = 60_000;
const page = Buffer.alloc(8192, 'x');
const passOn = rival(kind ?? '');
http.listen({ port: Number(port), host: '127.0.0.1', backlog: 4096 }, () => process.stdout.write('up\n'));
process.on('disconnect', () => process.exit(0));

function rival(name: string): (line: string) => void {
  switch (name) {
    case 'ws':
      return plainWs();
    case 'socket.io':
      return socketIo();
    case 'raw':
      return rawLoop();
    default:
      throw new Error(`no rival is called ${name}`);
  }
}

function plainWs(): (line: string) => void {
  const sockets = new Set<WebSocket>();
  const server = new WebSocketServer({ server: http, path: '/live', perMessageDeflate: false, clientTracking: false });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  return (line) => {
    for (const socket of sockets) socket.send(line);
  };
}

function socketIo(): (line: string) => void {
  const io = new Server(http, { transports: ['websocket'], serveClient: false });
  io.on('connection', (socket) => void socket.join('flight'));
  return (line) => {
    io.to('flight').emit('arrivals', JSON.parse(line));
  };
}

function rawLoop(): (line: string) => void {
  const sockets = new Set<Socket>();
  http.on('upgrade', (request: IncomingMessage, socket: Socket) => {
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64');
    socket.setNoDelay(true);
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    socket.resume();
  });
  return (line) => {
    const frame = serverFrame(line);
    for (const socket of sockets) socket.write(frame);
  };
}
