/** The birds that are out or have no place, and those that were faster than pigeons fly, for those who run the race. */

import type { Loft } from '#domain/lofts/contract.ts';
import { newRulingPath } from '#web/lib/admin-paths.ts';
import { clockTime, formatNumber, formatSpeed } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath, placePath } from '#web/lib/paths.ts';
import { speedUnit } from '#web/lib/speed-unit.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Flag } from '#web/ui/Flag.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import styles from './control.module.css';
import type { RaceControl } from './control.ts';

export function NotHome({ view, loft }: { view: RaceControl; loft: Loft }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { season, flight, groups, not_home, read_at } = view;
  const { release_time, distance_m, estimated_average_speed: average } = flight;
  const releases = [release_time, ...groups.map((group) => group.release_time)].flatMap((at) => at ?? []);
  const expected_ms =
    releases.length > 0 && distance_m !== null && average
      ? Math.max(...releases.map((at) => Date.parse(at))) + (distance_m / average) * 60_000
      : null;
  return (
    <section className={panel.panel} aria-labelledby="not-home">
      <div className={panel.head}>
        <h2 id="not-home">
          {t('control.not_home')} <bdi className={`num ${styles.count}`}>{formatNumber(locale, not_home.total)}</bdi>
        </h2>
      </div>
      {expected_ms !== null && expected_ms < Date.parse(read_at) && not_home.total > 0 && (
        <p className={styles.none}>
          {t('control.overdue', { time: clockTime(expected_ms, loft.time_zone).time.slice(0, 5) })}
        </p>
      )}
      {not_home.total === 0 ? (
        <p className={styles.none}>{t('control.nobody_out')}</p>
      ) : (
        <ul className={styles.birds}>
          {not_home.rows.map(({ pigeon_id, ring, country, team }) => (
            <li key={pigeon_id}>
              <Bird {...{ ring, country, team }} to={newRulingPath(season.id, flight.id, { kind: 'manual', ring })} />
            </li>
          ))}
        </ul>
      )}
      {not_home.total > 0 && (
        <p className={styles.all}>
          <Link to={`${flightPath(flight)}?tab=basketing&state=out`}>
            {t('control.all_by_name', { n: formatNumber(locale, not_home.total) })}
          </Link>
        </p>
      )}
    </section>
  );
}

/** The birds that came home after the closing: they are not missing, though they have no place. */
export function HomeLate({ view }: { view: RaceControl }) {
  const { t } = useTranslation();
  return <WithoutPlace id="late" title={t('late.title')} birds={view.late} view={view} />;
}

/** The birds that are disqualified: they are not missing either. */
export function Disqualified({ view }: { view: RaceControl }) {
  const { t } = useTranslation();
  const birds = view.disqualified.map(({ clocked_at, ...bird }) => ({ ...bird, time: clocked_at }));
  return <WithoutPlace id="disqualified" title={t('pigeon_status.disqualified')} birds={birds} view={view} />;
}

/** A bird of a list with its team; its ring leads on. */
function Bird({
  ring,
  country,
  team,
  to,
}: Omit<RaceControl['not_home']['rows'][number], 'pigeon_id'> & { to: string }) {
  return (
    <>
      <Flag country={country} width={20} />
      <div>
        <Link to={to}>
          <Ring ring={ring} />
        </Link>
        {team !== null && (
          <small>
            <bdi>{team}</bdi>
          </small>
        )}
      </div>
    </>
  );
}

interface WithoutPlaceProps {
  id: string;
  title: string;
  /** Each with its time; null: not home. */
  birds: readonly (RaceControl['not_home']['rows'][number] & { time: string | null })[];
  view: RaceControl;
}

function WithoutPlace({ id, title, birds, view: { flight, loft } }: WithoutPlaceProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (!birds.length) return null;
  return (
    <section className={panel.panel} aria-labelledby={id}>
      <div className={panel.head}>
        <h2 id={id}>
          {title} <bdi className={`num ${styles.count}`}>{formatNumber(locale, birds.length)}</bdi>
        </h2>
      </div>
      <ul className={styles.birds}>
        {birds.map(({ pigeon_id, ring, country, team, time }) => (
          <li key={pigeon_id}>
            <Bird {...{ ring, country, team }} to={placePath(flight, pigeon_id)} />
            {time === null ? (
              <span>{t('control.not_home')}</span>
            ) : (
              <bdi dir="ltr" className="num">
                {clockTime(Date.parse(time), loft.time_zone).time}
              </bdi>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function TooFast({ view: { too_fast, season, flight, loft, speed_rule } }: { view: RaceControl }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (!too_fast.length) return null;
  return (
    <section className={panel.panel} aria-labelledby="too-fast">
      <div className={panel.head}>
        <h2 id="too-fast">
          {t('control.too_fast')} <bdi className={`num ${styles.count}`}>{formatNumber(locale, too_fast.length)}</bdi>
        </h2>
      </div>
      <ul className={styles.birds}>
        {too_fast.map(({ pigeon_id, ring, country, rank, time, speed }) => (
          <li key={pigeon_id}>
            <Flag country={country} width={20} />
            <div>
              <Link to={placePath(flight, pigeon_id)}>
                <Ring ring={ring} />
              </Link>
              <small>
                {t('board.rank')} {formatNumber(locale, rank)} ·{' '}
                <bdi dir="ltr" className="num">
                  {clockTime(Date.parse(time), loft.time_zone).time}
                </bdi>
              </small>
            </div>
            <Link className={panel.button} to={newRulingPath(season.id, flight.id, { ring })}>
              {t('ruling.rule_on_it')}
            </Link>
            <span>
              <bdi className="num">{formatSpeed(locale, speed, speed_rule)}</bdi> {t(speedUnit(speed_rule))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
