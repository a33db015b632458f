/** What a bird has won in its seasons, in words, for the page of the bird. */
import type { Locale } from '#domain/locales.ts';
import { readPigeonPrizes } from '#domain/prizes/contract.ts';
import type { Call } from './context.ts';
import { formatMoney, formatNumber } from './intl.ts';
import { prizesPath } from './paths.ts';

/** A prize of a bird. */
export interface BirdPrize {
  path: string;
  name: string;
  season: string;
  /** Null: it is not in the result, but shared what was not won. */
  place: string | null;
  amount: string;
  is_paid: boolean;
}

interface BirdOfSeason {
  loft: { id: number };
  season: { id: number; name: string };
  pigeon: { pigeon_id: number };
}

/** The prizes of a bird in each of its seasons, those of flights first. */
export async function prizesOfBird(call: Call, locale: Locale, seasons: readonly BirdOfSeason[]): Promise<BirdPrize[]> {
  const found = await Promise.all(
    seasons.map(async ({ loft, season, pigeon: { pigeon_id } }) => {
      const at = { loft_id: loft.id, season_id: season.id };
      const { prizes } = await call(readPigeonPrizes, { params: { ...at, pigeon_id } });
      return prizes.map(
        ({ flight_id, ranking_id, name, names, rank, amount_cents, currency, state }): BirdPrize => ({
          path: flight_id === null ? `${prizesPath(at)}?ranking=${ranking_id}` : prizesPath(at, flight_id),
          name: (names as Partial<Record<Locale, string>>)[locale] ?? name,
          season: season.name,
          place: rank === null ? null : formatNumber(locale, rank),
          amount: formatMoney(locale, amount_cents, currency),
          is_paid: state === 'paid',
        }),
      );
    }),
  );
  return found.flat();
}
