/**
 * The rates of currencies: read once an hour from the address that the operator names, in the form of the European
 * Central Bank's daily reference rates, and kept as one set with its day.
 */
import type { FastifyBaseLogger } from 'fastify';
import { type Currency, currencies } from '#domain/money.ts';
import type { Rates } from '#domain/seasons/rates.ts';
import { readRates } from '#domain/seasons/rates-contract.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { transact } from '#server/db/transaction.ts';
import type { Service } from '#server/outside/service.ts';
import { route } from '#server/route.ts';

export const ratesRoute = route(readRates, {
  load: async () => null,
  act: async (tx) => ({ rates: await latestRates(tx) }),
});

async function latestRates(tx: Tx): Promise<Rates | null> {
  const rows = await tx.selectFrom('currency_rates').select(['currency', 'per_euro', 'day']).execute();
  const [first] = rows;
  if (!first) return null;
  const known = rows.filter((row): row is typeof row & { currency: Currency } => isCurrency(row.currency));
  return {
    day: first.day,
    per_euro: { EUR: 1, ...Object.fromEntries(known.map(({ currency, per_euro }) => [currency, Number(per_euro)])) },
  };
}

const isCurrency = (code: string): code is Currency => (currencies as readonly string[]).includes(code);

/**
 * Keeps a set of rates; one of an earlier day than the kept one changes nothing.
 *
 * @returns whether it was kept
 */
export async function keepRates(tx: Tx, { day, per_euro }: Rates): Promise<boolean> {
  const kept = await tx.selectFrom('currency_rates').select('day').where('day', '>', day).limit(1).executeTakeFirst();
  const rows = Object.entries(per_euro).map(([currency, rate]) => ({ currency, per_euro: String(rate), day }));
  if (kept || rows.length === 0) return false;
  await tx.deleteFrom('currency_rates').execute();
  await tx.insertInto('currency_rates').values(rows).execute();
  return true;
}

/**
 * The rates in the XML of the European Central Bank, of the currencies that this site knows.
 *
 * @throws Error when there is no day, or no rate
 */
export function ratesIn(xml: string): Rates {
  const [, day] = /<Cube\s+time=['"](\d{4}-\d{2}-\d{2})['"]/.exec(xml) ?? [];
  const found = [...xml.matchAll(/<Cube\s+currency=['"]([A-Z]{3})['"]\s+rate=['"](\d{1,9}(?:\.\d{1,9})?)['"]/g)];
  const rates = found
    .map(([, code = '', rate]) => [code, Number(rate)] as const)
    .filter(([code, rate]) => isCurrency(code) && rate > 0);
  if (day === undefined || rates.length === 0) throw new Error('no rates of a day in what was read');
  return { day, per_euro: Object.fromEntries(rates) };
}

interface RatesSource {
  db: Database;
  /** The operator's address; undefined: none, and nothing is read. */
  url: string | undefined;
  service: Pick<Service, 'fetch'>;
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>;
}

/** Reads the rates of the day. A source that does not answer costs nothing but the age of the rates. */
export async function refreshRates({ db, url, service, log }: RatesSource): Promise<void> {
  if (url === undefined) return;
  try {
    const response = await service.fetch(url, { headers: { accept: 'application/xml' } });
    if (!response.ok) throw new Error(`the source of rates answered ${response.status}`);
    const rates = ratesIn(await response.text());
    if (await transact(db, (tx) => keepRates(tx, rates))) log.info({ day: rates.day }, 'the rates of a day were read');
  } catch (err) {
    log.warn({ err }, 'the rates of currencies could not be read');
  }
}
