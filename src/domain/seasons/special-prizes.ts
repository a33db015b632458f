/** Who wins the special prizes of a flight (domain 2.11). */
import { dividePrizes } from './prize-division.ts';
import type { PrizePlan } from './prizes.ts';
import type { SpecialPrize } from './special-prizes-rule.ts';

/** A bird at home with what special prizes are given for. */
export interface SpecialBird {
  rank: number;
  sex: 'cock' | 'hen' | 'unknown';
  /** Of its team; null: not known, so that it is the first of none. */
  country: string | null;
}

export interface SpecialWin {
  prize: SpecialPrize;
  /** Whose first bird it is. */
  country: string | null;
  /** Which of every so many places it is. */
  place: number | null;
  /** By their index in the ranking, each with its cents; of a prize in kind all who are equal, for the loft to decide. */
  winners: { index: number; cents: number }[];
}

/**
 * The special prizes that are won by a ranking. Equal birds share one as they share prizes of places; of a place that
 * several birds have, all of them do.
 */
export function specialWins(
  specials: readonly SpecialPrize[],
  ranked: readonly SpecialBird[],
  plan: Pick<PrizePlan, 'ties_share' | 'division'>,
): SpecialWin[] {
  const equalTo = (index: number, is: (bird: SpecialBird) => boolean) => {
    // They stand side by side.
    const { rank } = ranked[index]!;
    const equal: number[] = [];
    let from = index;
    while (ranked[from - 1]?.rank === rank) from -= 1;
    for (let i = from; ranked[i]?.rank === rank; i += 1) if (is(ranked[i]!)) equal.push(i);
    return equal;
  };
  const first = (prize: SpecialPrize, is: (bird: SpecialBird) => boolean, country: string | null): SpecialWin[] => {
    const index = ranked.findIndex(is);
    return index < 0 ? [] : [{ prize, country, place: null, winners: divided(prize, equalTo(index, is), plan) }];
  };
  return specials.flatMap((prize) => {
    if (prize.to === 'first_hen') return first(prize, ({ sex }) => sex === 'hen', null);
    if (prize.to === 'first_cock') return first(prize, ({ sex }) => sex === 'cock', null);
    if (prize.to === 'first_of_country') {
      const countries = new Set(ranked.flatMap(({ country }) => country ?? []));
      return [...countries].flatMap((one) => first(prize, ({ country }) => country === one, one));
    }
    const every = prize.every!;
    return Array.from({ length: Math.floor(ranked.length / every) }, (_, i): SpecialWin => {
      const place = (i + 1) * every;
      return {
        prize,
        country: null,
        place,
        winners: divided(
          prize,
          equalTo(place - 1, () => true),
          plan,
        ),
      };
    });
  });
}

/** Each winner's part of a prize; in kind nothing is divided. */
function divided(
  { amount_cents }: SpecialPrize,
  indices: readonly number[],
  { ties_share, division }: Pick<PrizePlan, 'ties_share' | 'division'>,
): SpecialWin['winners'] {
  if (amount_cents === null) return indices.map((index) => ({ index, cents: 0 }));
  const { payouts } = dividePrizes(
    { ...division, undistributed: 'loft', first_drop: null },
    {
      template: { basis: 'amount', steps: [{ from: 1, to: 1, value: amount_cents }] },
      fund_cents: 0,
      result: indices.map((index) => ({ pigeon_id: index, rank: 1 })),
      first_drop: 0,
      ties_share,
      basketed: [],
    },
  );
  return indices.map((index) => ({ index, cents: payouts.get(index) ?? 0 }));
}
