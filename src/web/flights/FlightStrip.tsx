/** The sticky bar under the head of a race: its parts, and the controls of the live board, which a phone has above. */
import { memo } from 'react';
import type { Flight } from '#domain/flights/contract.ts';
import { hasReplay, isBeforeRelease, isResult } from '#domain/flights/flight.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath, mapPath, replayPath, storyPath, textPath } from '#web/lib/paths.ts';
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
  tab: Tab | 'story' | 'replay';
  /** The path of the map, where the flight has one. */
  map: string | null;
  home_count: number;
  /** Search and filters of the list, which a narrow screen shows on request; null where there is no list. */
  find: { open: boolean; toggle: () => void } | null;
  /** What is shared, in words. */
  title: string;
  /** Null where the flight has no live board. */
  live: LiveControls | null;
}

export const FlightStrip = memo(function FlightStrip(props: FlightStripProps) {
  const { flight, tab, map, home_count, find, title, live } = props;
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
          {!isBefore && <Part to={storyPath(flight)} current={tab === 'story'} name={t('story.title')} />}
          {hasReplay(flight.status) && (
            <Part to={replayPath(flight)} current={tab === 'replay'} name={t('race_replay.title')} />
          )}
          <Part
            to={`${path}?tab=basketing`}
            current={tab === 'basketing'}
            name={t('flight.basketing')}
            count={flight.basketed_count}
          />
          <Part to={`${path}?tab=info`} current={tab === 'info'} name={t('flight.info')} />
          {map && <Part to={map} current={false} name={t('map.title')} />}
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
});

/**
 * The ways from a flight for who has no script: to its text-only page, and to its map, which a phone has at the hidden
 * end of the parts. A browser with scripts renders nothing of a `noscript`, so it does not load this either.
 */
export const WithoutScript = (props: { flight: Flight; loft: Loft }) => (
  <noscript>{import.meta.env.SSR && <Ways {...props} />}</noscript>
);

function Ways({ flight, loft }: { flight: Flight; loft: Loft }) {
  const { t } = useTranslation();
  const map = mapPath(flight, loft);
  return (
    <p className={`wrap ${styles.ways}`}>
      <a href={textPath(flight)}>{t('text_only.title')}</a>
      {map && <a href={map}>{t('map.title')}</a>}
    </p>
  );
}

/** The star, the controls of the live board and the way to share in the bar of the site, where a phone has them. */
export const RaceTools = memo(function RaceTools({
  flight,
  live,
  title,
}: Pick<FlightStripProps, 'flight' | 'live' | 'title'>) {
  return (
    <BarTools>
      {live && <RaceControls {...live} bare />}
      <MarkMine loft_id={flight.loft_id} kind="flights" id={flight.id} name={flight.name} look="bar" />
      <Share title={title} bare className="" />
    </BarTools>
  );
});

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
