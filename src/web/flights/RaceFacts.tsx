/** The facts of a race in one list: kind, release point, time, distance, counts. */
import type { ReactNode } from 'react';
import type { Flight } from '#domain/flights/contract.ts';
import { hasReplay, isBeforeRelease } from '#domain/flights/flight.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { overlayPath, presentPath } from '#web/lib/further-paths.ts';
import { formatDistance, formatNumber, formatPlace } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { replayPath, storyPath, textPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { GroupBirds } from '#web/ui/GroupBirds.tsx';
import { Link } from '#web/ui/Link.tsx';
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
  const ways: (false | { to: string; name: string; about: string; isWhole?: true })[] = [
    !isBeforeRelease(flight.status) && { to: storyPath(flight), name: t('story.title'), about: t('story.about') },
    hasReplay(flight.status) && {
      to: replayPath(flight),
      name: t('race_replay.watch'),
      about: t('race_replay.about'),
    },
    { to: presentPath(flight), name: t('present.show'), about: t('present.about'), isWhole: true },
    { to: overlayPath(flight), name: t('present.overlay'), about: t('present.overlay_about'), isWhole: true },
    { to: textPath(flight), name: t('text_only.title'), about: t('text_only.about'), isWhole: true },
    { to: '/notifications', name: t('notifications.title'), about: t('notifications.followed_hint') },
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
      {ways.map(
        (way) =>
          way && (
            <p key={way.to} className={styles.text_only}>
              <Link to={way.to} reloadDocument={way.isWhole}>
                {way.name}
              </Link>{' '}
              <small>{way.about}</small>
            </p>
          ),
      )}
    </section>
  );
}
