/** The sandbox for cards behind a slow proxy: each reply is delayed. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Sandbox, startSandbox } from '../fakes/cards.ts';

export interface SlowCards {
  /** The delay of each reply from now on. */
  late_ms: number;
  /** The settings of the program for this provider. */
  env: Record<string, string>;
  sandbox: Sandbox;
  stop(): Promise<void>;
}

export async function startSlowCards(late_ms: number, webhook: () => string): Promise<SlowCards> {
  const sandbox = await startSandbox({ webhook });
  const { secret_key, webhook_secret, api_base } = sandbox.keys;
  const behind = new URL(api_base!);
  const server = createServer((incoming, outgoing) => {
    void sleep(slow.late_ms).then(() => {
      const { method, url, headers } = incoming;
      const onward = request({ host: behind.hostname, port: behind.port, path: url, method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      onward.on('error', () => outgoing.destroy());
      incoming.pipe(onward);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const slow: SlowCards = {
    late_ms,
    env: {
      STRIPE_SECRET_KEY: secret_key,
      STRIPE_WEBHOOK_SECRET: webhook_secret,
      STRIPE_API_BASE: `http://127.0.0.1:${port}`,
    },
    sandbox,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await sandbox.stop();
    },
  };
  return slow;
}
