/** The dock of the flight's page on its other pages, where its parts lie behind links. */
import type { Flight } from '#domain/flights/contract.ts';
import { isBeforeRelease, isResult } from '#domain/flights/flight.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { dayWord } from '#web/lib/day-word.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath, mapPath } from '#web/lib/paths.ts';
import { nobody, useMine } from '#web/lib/reader-marks.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import docking from './dock.module.css';
import { MineBadge } from './MineBadge.tsx';
import { countOf, type MyCount, useStoryBirds } from './use-story-birds.ts';

export interface LinkDockProps {
  flight: Flight;
  loft: Loft;
  read_at: string;
  /** The part that is this page; null: none of them. */
  current: 'map' | null;
  /** The reader's birds in this race, on a page that knows them; null: none. By default they are asked for. */
  mine?: MyCount | null;
}

export function LinkDock({ flight, loft, read_at, current, mine: known }: LinkDockProps) {
  const { locale } = usePage();
  const { t } = useTranslation();
  const path = flightPath(flight);
  // The map page has its dock also where a position is not known.
  const map = current === 'map' ? `${path}/map` : mapPath(flight, loft);
  const isBefore = isBeforeRelease(flight.status);
  const result = isResult(flight.status);
  const marks = useMine(loft.id);
  const asked = useStoryBirds(flight, known === undefined && !isBefore ? marks : nobody, flight.home_count);
  const mine = known === undefined ? countOf(asked) : known;
  return (
    <nav className={`${docking.dock} ${map ? docking.four : ''}`} aria-label={t('flight.parts')}>
      <Link to={path}>
        <Icon name={isBefore ? 'sunrise' : result ? 'trophy' : 'list'} size={23} />
        <span suppressHydrationWarning>
          {isBefore && flight.release_time !== null
            ? dayWord(
                t,
                locale,
                { at_ms: Date.parse(flight.release_time), now_ms: Date.parse(read_at), time_zone: loft.time_zone },
                true,
              )
            : t(isBefore ? 'flight.before' : result ? 'dock.result' : 'dock.board')}
        </span>
      </Link>
      <Link to={isBefore ? `${path}?tab=basketing` : `${path}#just_in`} preventScrollReset={!isBefore}>
        <Icon name={isBefore ? 'list' : result ? 'globe' : 'bell'} size={23} />
        {t(isBefore ? 'dock.list' : result ? 'dock.figures' : 'dock.just_in')}
      </Link>
      {map && (
        <Link to={map} aria-current={current === 'map' ? 'page' : undefined}>
          <Icon name="map" size={23} />
          {t('map.title')}
        </Link>
      )}
      <Link to={`${path}#mine`} preventScrollReset={!isBefore}>
        <Icon name="pin" size={23} />
        {t('dock.mine')}
        {mine && <MineBadge {...mine} />}
      </Link>
    </nav>
  );
}
