/** What earlier flights say of the reader's birds in the air. */
import { useEffect, useState } from 'react';
import type { Ability } from '#domain/arrivals/expected-bird.ts';
import type { Expectation } from '#domain/arrivals/expected-contract.ts';
import type { Bird } from '#domain/pigeons/contract.ts';
import { isOwnNumber } from '#domain/seasons/visibility.ts';
import { apiPath } from './live-board.ts';

/** At most so many birds are asked for at once. */
const most_asked = 100;

/** What their earlier flights say of the reader's birds in the air, once it is read. */
export function useAbilities(
  flight: { loft_id: number; id: number },
  air: readonly Bird[],
  expected: Expectation | null,
): ReadonlyMap<number, Ability> {
  const [abilities, set] = useState<ReadonlyMap<number, Ability>>(none);
  const ids = air
    .map(({ pigeon_id }) => pigeon_id)
    .filter(isOwnNumber)
    .slice(0, most_asked)
    .join();
  const isAsked = ids !== '' && expected?.times != null;
  const path = apiPath(flight, `expected?pigeons=${ids}`);
  useEffect(() => {
    if (!isAsked) return undefined;
    const left = new AbortController();
    fetch(path, { signal: left.signal })
      .then((answer) => (answer.ok ? answer.json() : { abilities: [] }))
      .then((reply: { abilities: [number, number, number][] }) =>
        set(new Map(reply.abilities.map(([id, flights, score]) => [id, { flights, score }]))),
      )
      // Without them each has the window of all.
      .catch(() => {});
    return () => left.abort();
  }, [path, isAsked]);
  return abilities;
}

const none: ReadonlyMap<number, Ability> = new Map();
