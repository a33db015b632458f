/** The day of a flight as a slider, from its release to dark: solid is over, dashed is still to come. */
import type { CSSProperties } from 'react';
import type { Window } from '#domain/flights/expected-home.ts';
import { clockTime } from '#web/lib/intl.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './flight-map.module.css';
import { sliderStep_ms } from './slider-end.ts';

export interface TimeSliderProps {
  from_ms: number;
  to_ms: number;
  at_ms: number;
  /** Now by the clocks of the race; null: the day is over, or has not begun. */
  now_ms: number | null;
  time_zone: string;
  /** When the first bird is expected; null: not told. */
  first: Window | null;
  isPlaying: boolean;
  onPlay: (play: boolean) => void;
  onChoose: (at_ms: number) => void;
}

const hour_ms = 3_600_000;

export function TimeSlider(props: TimeSliderProps) {
  const { from_ms, to_ms, at_ms, now_ms, time_zone, first, isPlaying, onPlay, onChoose } = props;
  const { t } = useTranslation();
  const time = (ms: number) => clockTime(ms, time_zone).time.slice(0, 5);
  const share = (ms: number) => Math.max(0, Math.min(1, (ms - from_ms) / (to_ms - from_ms)));
  const hours = (to_ms - from_ms) / hour_ms;
  const each = hours > 16 ? 3 : hours > 8 ? 2 : 1;
  const begin = Math.ceil(from_ms / hour_ms) * hour_ms;
  const marks = Array.from(
    { length: Math.max(1, Math.floor((to_ms - begin) / hour_ms) + 1) },
    (_, i) => begin + i * hour_ms,
  );
  return (
    <div className={styles.slider} dir="ltr">
      <button
        type="button"
        className={styles.play}
        aria-label={t(isPlaying ? 'flight_map.pause' : 'flight_map.play')}
        onClick={() => onPlay(!isPlaying)}
      >
        <Icon name={isPlaying ? 'pause' : 'play'} size={20} />
      </button>
      <div
        className={styles.track}
        data-each={each}
        data-hourly={(each === 1 && hours > 6) || undefined}
        style={{ '--over': now_ms === null ? 1 : share(now_ms) } as CSSProperties}
      >
        {first && share(first.to_ms) > 0 && (
          <i
            className={styles.window}
            style={{ '--from': share(first.from_ms), '--to': share(first.to_ms) } as CSSProperties}
          />
        )}
        <input
          type="range"
          aria-label={t('flight_map.slider')}
          aria-valuetext={time(at_ms)}
          min={from_ms}
          max={to_ms}
          step={sliderStep_ms}
          value={at_ms}
          onChange={(event) => onChoose(Number(event.currentTarget.value))}
        />
        {marks.map((mark, index) => (
          <span
            key={mark}
            className={index % each === 0 ? styles.mark : styles.tick}
            style={{ '--at': share(mark) } as CSSProperties}
            aria-hidden="true"
          >
            {index % each === 0 && time(mark)}
          </span>
        ))}
      </div>
    </div>
  );
}
