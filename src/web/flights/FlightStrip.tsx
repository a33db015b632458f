/** The sticky bar under the head of a race: its parts, and the controls of the live board. */
import { memo } from 'react';
import type { Flight } from '#domain/flights/contract.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import type { Tab } from './choice.ts';
import type { LiveView } from './live-board.ts';
import styles from './strip.module.css';

export interface FlightStripProps {
  flight: Flight;
  tab: Tab;
  home_count: number;
  /** Search and filters of the list, which a phone shows on request; null where there is no list. */
  find: { open: boolean; toggle: () => void } | null;
  /** Null where the flight has no live board. */
  live: { view: LiveView; pause: (paused: boolean) => void; sound: boolean; setSound: (on: boolean) => void } | null;
}

export function FlightStrip({ flight, tab, home_count, find, live }: FlightStripProps) {
  const { t } = useTranslation();
  const path = flightPath(flight);
  return (
    <div className={styles.strip}>
      <div className={`wrap ${styles.in}`}>
        <nav className={styles.tabs} aria-label={t('flight.parts')}>
          <Part to={path} current={tab === 'arrivals'} name={t('flight.arrivals')} count={home_count} />
          <Part
            to={`${path}?tab=basketing`}
            current={tab === 'basketing'}
            name={t('flight.basketing')}
            count={flight.basketed_count}
          />
          <Part to={`${path}?tab=info`} current={tab === 'info'} name={t('flight.info')} />
        </nav>
        {find && (
          <button
            type="button"
            className={`${styles.button} ${styles.find}`}
            aria-expanded={find.open}
            aria-label={t('search.label')}
            onClick={find.toggle}
          >
            <Icon name="search" size={20} />
          </button>
        )}
        {live && (
          <Controls
            paused={live.view.paused}
            unseen={live.view.unseen}
            pause={live.pause}
            sound={live.sound}
            setSound={live.setSound}
          />
        )}
      </div>
    </div>
  );
}

interface ControlsProps {
  paused: boolean;
  unseen: number;
  pause: (paused: boolean) => void;
  sound: boolean;
  setSound: (on: boolean) => void;
}

const Controls = memo(function Controls({ paused, unseen, pause, sound, setSound }: ControlsProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.end}>
      <button
        type="button"
        className={styles.button}
        aria-pressed={sound}
        aria-label={t('live.sound')}
        title={t('live.sound_title')}
        onClick={() => setSound(!sound)}
      >
        <Icon name={sound ? 'sound' : 'mute'} size={19} />
        <span className={styles.word}>{t(sound ? 'live.sound_on' : 'live.sound')}</span>
      </button>
      <button
        type="button"
        className={styles.button}
        aria-pressed={paused}
        aria-label={t('live.pause')}
        onClick={() => pause(!paused)}
      >
        <Icon name={paused ? 'play' : 'pause'} size={19} />
        <span className={styles.word}>{t('live.pause')}</span>
        {paused && unseen > 0 && <b className="num">{t('live.waiting', { count: unseen })}</b>}
      </button>
    </div>
  );
});

/** Memoized: a link of the router does work with each rendering, so only one whose figure changed is rendered. */
const Part = memo(function Part({ to, current, name, count }: PartProps) {
  const { locale } = usePage();
  return (
    <Link to={to} aria-current={current ? 'page' : undefined} preventScrollReset>
      {name}
      {count !== undefined && (
        <>
          {' '}
          <bdi className="num">{formatNumber(locale, count)}</bdi>
        </>
      )}
    </Link>
  );
});

interface PartProps {
  to: string;
  current: boolean;
  name: string;
  count?: number;
}
