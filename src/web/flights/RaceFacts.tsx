/** The facts of a race in one list: kind, release point, time, distance, counts. */
import type { ReactNode } from 'react';
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { formatDistance, formatNumber, formatPlace } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { textPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { GroupBirds } from '#web/ui/GroupBirds.tsx';
import panel from '#web/ui/panel.module.css';
import { Moment } from '#web/ui/Times.tsx';
import styles from './info.module.css';

export function RaceFacts({ flight, loft, home_count }: { flight: Flight; loft: Loft; home_count: number }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const place = (latitude: number | null, longitude: number | null) =>
    latitude === null || longitude === null ? null : formatPlace(locale, latitude, longitude);
  const number = (value: string) => (
    <bdi dir="ltr" className="num">
      {value}
    </bdi>
  );
  const release_place = place(flight.release_latitude, flight.release_longitude);
  const loft_place = place(loft.latitude, loft.longitude);
  const facts: (false | { name: string; value: ReactNode })[] = [
    { name: t('facts.kind'), value: t(`kind.${flight.kind}`) },
    { name: t('facts.season'), value: <bdi>{flight.season_name}</bdi> },
    { name: t('basketing.state'), value: t(`status.${flight.status}`) },
    flight.release_point !== null && { name: t('race.release_point'), value: <bdi>{flight.release_point}</bdi> },
    release_place !== null && { name: t('facts.release_place'), value: number(release_place) },
    flight.release_time !== null && {
      name: t('facts.release'),
      value: <Moment at_ms={Date.parse(flight.release_time)} time_zone={loft.time_zone} />,
    },
    ...flight.release_groups.map((group) => ({
      name: t('release.group', { group: formatNumber(locale, group.group) }),
      value: (
        <>
          <Moment at_ms={Date.parse(group.release_time)} time_zone={loft.time_zone} /> · <GroupBirds {...group} />
        </>
      ),
    })),
    flight.distance !== null && {
      name: t('race.distance'),
      value: (
        <>
          {number(formatDistance(locale, flight.distance))} {t(`unit.${loft.unit}`)}
        </>
      ),
    },
    loft_place !== null && { name: t('facts.loft_place'), value: number(loft_place) },
    { name: t('race.basketed'), value: number(formatNumber(locale, flight.basketed_count)) },
    flight.release_time !== null && { name: t('race.home'), value: number(formatNumber(locale, home_count)) },
  ];
  return (
    <section className={panel.panel} aria-labelledby="facts">
      <div className={panel.head}>
        <h2 id="facts">{t('facts.title')}</h2>
      </div>
      <dl className={styles.facts}>
        {facts.map(
          (fact) =>
            fact && (
              <div key={fact.name}>
                <dt>{fact.name}</dt>
                <dd>{fact.value}</dd>
              </div>
            ),
        )}
      </dl>
      <p className={styles.text_only}>
        <a href={textPath(flight)}>{t('text_only.title')}</a> <small>{t('text_only.about')}</small>
      </p>
    </section>
  );
}
