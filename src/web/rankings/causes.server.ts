/** Why a version of a frozen ranking differs, in words for its page. */
import type { TFunction } from 'i18next';
import type { FrozenCause } from '#domain/rankings/contract.ts';
import { flightPath } from '#web/lib/paths.ts';
import { rulingInLog, rulingTitle } from '#web/lib/ruling-words.ts';
import type { CauseSaid } from './frozen-words.ts';

export const causesSaid = (t: TFunction, loft_id: number, causes: readonly FrozenCause[]): CauseSaid[] =>
  causes.map(({ flight, ruling, counts }) => {
    const key = { loft_id, id: flight.id };
    return {
      key: `${flight.id} ${ruling?.n}`,
      flight: { name: flight.name, to: flightPath(key) },
      ruling: ruling && {
        title: rulingTitle(t, ruling.n, ruling.kind),
        to: rulingInLog(key, ruling.n),
        reason: ruling.reason,
      },
      counts,
    };
  });
