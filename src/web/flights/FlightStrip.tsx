/** The sticky bar under the head of a race: its parts, and the controls of the live board, which a phone has above. */
import { memo } from 'react';
import type { Flight } from '#domain/flights/contract.ts';
import { isBeforeRelease, isResult } from '#domain/flights/flight.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { BarTools } from '#web/shell/BarTools.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { MarkMine } from '#web/ui/MarkMine.tsx';
import { Share } from '#web/ui/Share.tsx';
import type { Tab } from './choice.ts';
import styles from './strip.module.css';

export interface FlightStripProps {
  flight: Flight;
  tab: Tab;
  home_count: number;
  /** Search and filters of the list, which a narrow screen shows on request; null where there is no list. */
  find: { open: boolean; toggle: () => void } | null;
  /** What is shared, in words. */
  title: string;
  /** Null where the flight has no live board. */
  live: LiveControls | null;
}

export function FlightStrip({ flight, tab, home_count, find, title, live }: FlightStripProps) {
  const { t } = useTranslation();
  const path = flightPath(flight);
  const isBefore = isBeforeRelease(flight.status);
  return (
    <div className={styles.strip}>
      <div className={`wrap ${styles.in}`}>
        <nav className={styles.tabs} aria-label={t('flight.parts')}>
          <Part
            to={path}
            current={tab === 'arrivals'}
            name={t(isBefore ? 'flight.before' : isResult(flight.status) ? 'flight.result' : 'flight.arrivals')}
            {...(!isBefore && { count: home_count })}
          />
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
            <Icon name="settings" size={20} />
          </button>
        )}
        <div className={styles.end}>
          {live && <RaceControls {...live} />}
          <Share title={title} className={styles.button} />
        </div>
      </div>
    </div>
  );
}

/** The star, the controls of the live board and the way to share in the bar of the site, where a phone has them. */
export function RaceTools({ flight, live, title }: Pick<FlightStripProps, 'flight' | 'live' | 'title'>) {
  return (
    <BarTools>
      {live && <RaceControls {...live} bare />}
      <MarkMine loft_id={flight.loft_id} kind="flights" id={flight.id} name={flight.name} look="bar" />
      <Share title={title} bare className="" />
    </BarTools>
  );
}

export interface LiveControls {
  paused: boolean;
  unseen: number;
  pause: (paused: boolean) => void;
  sound: boolean;
  setSound: (on: boolean) => void;
}

/** `bare`: without words. */
const RaceControls = memo(function RaceControls(props: LiveControls & { bare?: boolean }) {
  const { paused, unseen, pause, sound, setSound, bare = false } = props;
  const { t } = useTranslation();
  return (
    <>
      <button
        type="button"
        className={bare ? undefined : styles.button}
        aria-label={t(paused ? 'live.resume' : 'live.pause')}
        onClick={() => pause(!paused)}
      >
        <Icon name={paused ? 'play' : 'pause'} size={bare ? 22 : 19} />
        {!bare && <span>{paused ? <Resume unseen={unseen} /> : t('live.pause')}</span>}
      </button>
      <button
        type="button"
        className={bare ? undefined : styles.button}
        aria-pressed={sound}
        aria-label={t('live.sound')}
        title={t('live.sound_title')}
        onClick={() => setSound(!sound)}
      >
        <Icon name={sound ? 'sound' : 'mute'} size={bare ? 22 : 19} />
        {!bare && <span>{t(sound ? 'live.sound_on' : 'live.sound')}</span>}
      </button>
    </>
  );
});

/** `Resume · 12 new`. */
export function Resume({ unseen }: { unseen: number }) {
  const { t } = useTranslation();
  return (
    <>
      {t('live.resume')}
      {unseen > 0 && ' · '}
      {unseen > 0 && <b className="num">{t('live.waiting', { count: unseen })}</b>}
    </>
  );
}

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
