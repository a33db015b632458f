/** The card sandbox of a demo, which runs once for all processes. */
import type { Config, StripeKeys } from '#server/config.ts';
import type { CardsSandbox } from '#server/payments/sandbox.ts';
import { dataDirOf } from '../program.ts';

/** It is one of the tools in dev/; the product does not depend on it. */
const module = '../../../dev/fakes/cards.ts';
interface SandboxModule {
  startSandbox(options: {
    webhook: () => string;
    file?: string;
  }): Promise<CardsSandbox & { keys: StripeKeys; stop(): Promise<void> }>;
}

/** Starts it in a demo whose operator has no keys. @param address the address of the program, once it listens. */
export async function startSandboxFor(config: Config, address: () => string) {
  if (!config.demo || config.stripe || config.role !== 'all') return undefined;
  const { startSandbox } = (await import(module)) as SandboxModule;
  const folder = config.database_url === undefined ? await dataDirOf(config) : undefined;
  return startSandbox({
    webhook: () => `${address()}/api/payments/webhook`,
    ...(folder && { file: `${folder}/cards-sandbox.json` }),
  });
}

/** The sandbox of another process, by its keys. */
export function sandboxAt({ api_base, secret_key }: StripeKeys): CardsSandbox {
  return {
    async page(session, shown, locale) {
      const answer = await fetch(`${api_base}/page`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret_key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ session, shown, locale }),
        signal: AbortSignal.timeout(10_000),
      });
      return (await answer.json()) as Awaited<ReturnType<CardsSandbox['page']>>;
    },
  };
}
