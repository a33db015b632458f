/** Whether external services that hang slow down pages and clocks, while people wait for each of the services. */
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createListener, type Socket } from 'node:net';
import { buildSales } from '#testing/payments.ts';
import { calm } from './machine.ts';
import { raceOf } from './race.ts';
import { Samples } from './samples.ts';
import type { Site } from './site.ts';
import { type Figure, type Report, written } from './table.ts';
import { again, comeTo } from './visitors.ts';

/** Each kind runs twice in this order, so that a machine that gets slower or faster affects both alike. */
const order = ['answering', 'hanging', 'hanging', 'answering'] as const;
type Kind = (typeof order)[number];

const [customers, readers] = [12, 8];

export async function outside(site: Site, quick: boolean, say: (line: string) => void): Promise<Report> {
  const seconds = quick ? 3 : 20;
  const found: Record<Kind, { pages: number[]; clocks: number[]; refused: number }> = {
    answering: { pages: [], clocks: [], refused: 0 },
    hanging: { pages: [], clocks: [], refused: 0 },
  };
  const { customer, order: placeOrder } = await buildSales(site.connection.db);
  const orders = await Promise.all(Array.from({ length: customers }, () => placeOrder()));
  const load = await site.load();
  try {
    for (const [round, kind] of order.entries()) {
      const service = await startService(kind);
      const server = await site.program('all', undefined, envOf(service.port));
      try {
        const race = await raceOf(site, 60 * seconds);
        await calm(quick ? 0 : 10_000);
        say(`services ${kind}`);
        const since = performance.now();
        const over = new AbortController();
        const [pages, waiting] = [new Samples(), new Samples()];
        const visitors = Array.from({ length: customers + readers }, () =>
          comeTo(server.port, since, { accept: 'text/html', 'accept-language': 'en' }),
        );
        const visits = visitors.map((visitor, i) => {
          if (i >= customers) {
            const paths = ['/about', race.path, '/lofts', '/'];
            const path = () => paths[Math.floor(Math.random() * paths.length)]!;
            // A cookie makes the page private: it is rendered for each visitor.
            return again(100, over.signal, () =>
              visitor.ask({ path: path(), headers: { cookie: 'theme=dark' } }, pages),
            );
          }
          const { id } = orders[i]!;
          const visit = [
            {
              path: `/registrations/${id}/pay`,
              method: 'POST' as const,
              headers: { cookie: `session=${customer.token}`, 'content-type': 'application/x-www-form-urlencoded' },
            },
            { path: '/login?to=/lofts' },
            { path: `/media/${String(i).padStart(64, 'a')}-full.webp` },
          ][i % 3]!;
          return again(200, over.signal, () => visitor.ask(visit, waiting));
        });
        const ingested = await load.ingest({
          port: server.port,
          keys: race.keys,
          batch: 1,
          seconds,
          release_ms: race.release_ms,
          chips: race.chips,
          boot: `outside-${round}`,
          per_second: 50,
        });
        over.abort();
        for (const visitor of visitors) visitor.leave();
        await Promise.all(visits);
        found[kind].pages.push(pages.times().p99);
        found[kind].clocks.push(ingested.p99);
        found[kind].refused += waiting.outcomes.refused;
      } finally {
        await server.stop();
        await service.stop();
      }
    }
  } finally {
    await load.stop();
  }
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
  const figures: Figure[] = (['pages', 'clocks'] as const).map((what) => ({
    key: `outside/${what}/p99`,
    says: `Services outside hanging: p99 of ${what}, times that with all answering`,
    value: mean(found.hanging[what]) / mean(found.answering[what]),
    unit: '×',
    better: 'less',
    bar: 1.1,
  }));
  return {
    figures,
    sheets: [
      {
        title: 'Services outside',
        notes: [
          `${customers} people pay, sign in and look at files in a bucket, whose services answer “no” at once or take the connection and never answer; ${readers} readers look at pages made for each of them, a clock tells 50 readings a second. Both kinds twice in one run.`,
        ],
        columns: ['services', 'pages p99 ms', 'clocks p99 ms', 'told to come later'],
        rows: (['answering', 'hanging'] as const).map((kind) => [
          kind,
          written(mean(found[kind].pages)),
          written(mean(found[kind].clocks)),
          String(found[kind].refused),
        ]),
      },
    ],
  };
}

function envOf(port: number): Record<string, string> {
  const address = `http://127.0.0.1:${port}`;
  return {
    STRIPE_SECRET_KEY: 'sk_test_bench',
    STRIPE_WEBHOOK_SECRET: 'whsec_bench',
    STRIPE_API_BASE: address,
    OIDC_ISSUER: address,
    OIDC_CLIENT_ID: 'bench',
    OIDC_CLIENT_SECRET: 'a secret of the bench',
    S3_BUCKET: 'files',
    S3_ACCESS_KEY: 'key',
    S3_SECRET_KEY: 'secret',
    S3_ENDPOINT: address,
    S3_REGION: 'us-east-1',
    SMS_URL: address,
  };
}

/** A service that refuses every request at once, or one that accepts connections and never replies. */
async function startService(kind: Kind): Promise<{ port: number; stop(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server =
    kind === 'hanging'
      ? createListener()
      : (createServer((_request, response) => {
          response.writeHead(400, { 'content-type': 'application/json' });
          response.end('{"error":{"type":"invalid_request_error","message":"no"}}');
        }) as Server);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    if (kind === 'hanging') socket.resume();
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}
