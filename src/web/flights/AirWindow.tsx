/** The window in which a bird in the air is expected, at its row: it comes after the row, which keeps its place. */
import { type Ability, expectedWindow, type StillOut } from '#domain/arrivals/expected-bird.ts';
import { ExpectedWindow } from '#web/ui/ExpectedWindow.tsx';

export interface AirWindowProps {
  out: StillOut;
  ability: Ability | undefined;
  later_ms: number | undefined;
  /** By the clocks of the race. */
  now_ms: number;
  time_zone: string;
}

export function AirWindow({ out, ability, later_ms, now_ms, time_zone }: AirWindowProps) {
  const window = expectedWindow(out, ability, now_ms, later_ms);
  return window && <ExpectedWindow window={window} time_zone={time_zone} day_ms={now_ms} />;
}
