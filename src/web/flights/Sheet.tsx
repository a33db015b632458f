/** A list of a race as a sheet of paper: the race and the list only. It is printed as shown. */

import type { ReactNode } from 'react';
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { clockTime, countryName, formatDay, formatNamedDay, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { type FlightList, filePath, flightPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Flag } from '#web/ui/Flag.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { Distance } from '#web/ui/Measure.tsx';
import panel from '#web/ui/panel.module.css';
import { LaterGroups } from './LaterGroups.tsx';
import styles from './sheet.module.css';

export interface SheetProps {
  flight: Flight;
  loft: Loft;
  read_at: string;
  home_count: number;
  list: FlightList;
  choice: { q: string; country: string };
  /** A further filter, in words. */
  also?: string | undefined;
  /** Facts of the race beside the number of birds home and the distance. */
  facts?: readonly { name: string; value: ReactNode }[];
  children: ReactNode;
}

export function Sheet({ flight, loft, read_at, home_count, list, choice, also, facts = [], children }: SheetProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const release_ms = flight.release_time === null ? null : Date.parse(flight.release_time);
  const read_ms = Date.parse(read_at);
  const chosen = [choice.q.trim(), choice.country && countryName(locale, choice.country), also].filter(Boolean);
  return (
    <div className={`wrap ${styles.page}`}>
      <Controls flight={flight} list={list} choice={choice} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls sideways, also by keyboard */}
      <article className={styles.sheet} aria-labelledby="sheet" tabIndex={0}>
        <header className={styles.head}>
          <div>
            <p>
              {t(`kind.${flight.kind}`)} · <bdi>{flight.season_name}</bdi> · {t(`status.${flight.status}`)}
              {flight.replay_factor !== null && ` · ${t('replay.chip')}`}
            </p>
            <h1 id="sheet">
              <bdi>{flight.name}</bdi>
            </h1>
            <p className={styles.where}>
              <Flag country={loft.country} width={20} />
              <b>
                <bdi>{loft.name}</bdi>
              </b>
              {release_ms !== null && (
                <>
                  <span suppressHydrationWarning>{formatDay(locale, release_ms, loft.time_zone)}</span>
                  <span>
                    {t('race.released_from')} {flight.release_point && <bdi>{flight.release_point}</bdi>}{' '}
                    <bdi dir="ltr" className="num">
                      {clockTime(release_ms, loft.time_zone).time}
                    </bdi>
                  </span>
                  <LaterGroups groups={flight.release_groups} time_zone={loft.time_zone} />
                </>
              )}
            </p>
          </div>
          <dl className={styles.facts}>
            <div>
              <dt>{t(release_ms === null ? 'race.basketed' : 'race.home')}</dt>
              <dd>
                <bdi dir="ltr" className="num">
                  {release_ms !== null && `${formatNumber(locale, home_count)} / `}
                  {formatNumber(locale, flight.basketed_count)}
                </bdi>
              </dd>
            </div>
            {facts.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
            {flight.distance !== null && (
              <div>
                <dt>{t('race.distance')}</dt>
                <dd>
                  <Distance distance={flight.distance} unit={loft.unit} />
                </dd>
              </div>
            )}
          </dl>
          <p className={styles.what}>
            <b>{t(list === 'result' ? 'sheet.result' : 'flight.basketing')}</b>
            {chosen.length > 0 && <span>{t('sheet.choice', { choice: chosen.join(' · ') })}</span>}
            <span suppressHydrationWarning>
              {t('sheet.as_of', {
                time: `${formatNamedDay(locale, read_ms, loft.time_zone)} ${clockTime(read_ms, loft.time_zone).time}`,
              })}
            </span>
          </p>
        </header>
        {children}
      </article>
    </div>
  );
}

function Controls({ flight, list, choice }: Pick<SheetProps, 'flight' | 'list' | 'choice'>) {
  const { t } = useTranslation();
  const back = new URLSearchParams(Object.entries(choice).filter(([, value]) => value !== ''));
  if (list === 'basketing') back.set('tab', 'basketing');
  return (
    <div className={styles.controls}>
      <Link className={panel.button} to={`${flightPath(flight)}${back.size ? `?${back}` : ''}`}>
        {t('sheet.back')}
      </Link>
      <a className={panel.button} href={filePath(flight, list, choice)} download>
        <Icon name="download" />
        {t('sheet.csv')}
      </a>
      {useHydrated() ? (
        <button type="button" className={panel.button_primary} onClick={() => print()}>
          <Icon name="printer" />
          {t('sheet.do_print')}
        </button>
      ) : (
        <noscript>
          <p>{t('sheet.by_hand')}</p>
        </noscript>
      )}
    </div>
  );
}
