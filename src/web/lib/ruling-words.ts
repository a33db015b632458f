/** A ruling by its number and its kind, and its address. */
import type { RulingKind } from '#domain/rulings/ruling.ts';
import type { Words } from './catalogue.ts';
import { flightPath } from './paths.ts';

/** The address of a ruling in the public log of a flight. */
export const rulingInLog = (flight: { loft_id: number; id: number }, n: number): string =>
  `${flightPath(flight)}?tab=info#ruling-${n}`;

/** `Ruling 3: disqualified`. */
export const rulingTitle = (t: Words, n: number, kind: string): string =>
  `${t('ruling.number', { n })}: ${t(`ruling.kind_${kind as RulingKind}`)}`;
