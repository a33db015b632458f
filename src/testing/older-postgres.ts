/** For tests: a PostgreSQL that reports an older version. */
import { createConnection, createServer, type Server } from 'node:net';

/** A PostgreSQL that reports version 15.18: the real one behind a relay that changes these six digits. */
export async function olderPostgres(url: string): Promise<{ url: string; server: Server }> {
  const { hostname, port } = new URL(url);
  const server = createServer((near) => {
    const far = createConnection(Number(port), hostname);
    near.pipe(far);
    far.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      near.write(Buffer.from(text.replace(/(?<!\w)1[78]00\d\d(?=C)/, '150018'), 'latin1'));
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as { port: number };
  return { url: Object.assign(new URL(url), { port: String(address.port) }).href, server };
}
