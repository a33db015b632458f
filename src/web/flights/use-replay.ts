/** What the parts of a replay share, and how they follow its clock. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Replay } from '#domain/arrivals/replay.ts';
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import type { ReplayAxis } from './replay-axis.ts';
import type { ReplayBird } from './replay-field.ts';
import type { Player, PlayerState } from './replay-player.ts';

export interface Stage {
  flight: Flight;
  loft: Loft;
  replay: Replay;
  player: Player;
  axis: ReplayAxis;
  birds: ReadonlyMap<number, ReplayBird>;
  /** The ids of the reader's birds in this race. */
  mine: ReadonlySet<number>;
}

/** What is played, and how fast. */
export function usePlayerState(player: Player): PlayerState {
  return useSyncExternalStore(player.onState, player.state, player.state);
}

/** The moment at which the replay rests, or was within the last half second; null: at the end, as the server draws it. */
export function useRest(player: Player): number | null {
  const [at_ms, setAt] = useState<number | null>(null);
  useEffect(() => player.onRest(setAt), [player]);
  return at_ms;
}
