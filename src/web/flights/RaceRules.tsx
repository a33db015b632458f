/** The rules of a race in words, so that a reader can recalculate a speed or a place. */
import type { ReactNode } from 'react';
import { drop_gap_ms } from '#domain/drop-gap.ts';
import type { Flight, FlightLog } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { formatDistance } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { rulebookPath } from '#web/lib/paths.ts';
import { closingWords, nightWords, speedWords, tiesWords } from '#web/lib/rule-words.ts';
import { rulingInLog, rulingTitle } from '#web/lib/ruling-words.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Moment } from '#web/ui/Times.tsx';
import styles from './info.module.css';
import type { RuleOfStep } from './place-steps.ts';

/** The number of closed nights that are listed; the rule states the rest. */
const mostNights = 3;

interface RaceRulesProps {
  flight: Flight;
  loft: Loft;
  log: FlightLog;
}

/** The number of the last ruling that gave a flight another distance. */
function distanceRuling(log: FlightLog): number | null {
  const last = log.findLast(
    ({ kind, details: { of, decision } }) => kind === 'ruling' && of === 'distance' && decision === 'made',
  );
  return last ? Number(last.details.n) : null;
}

export function RaceRules({ flight, loft, log }: RaceRulesProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { rules } = flight;
  const ruling_n = distanceRuling(log);
  const closes_ms = flight.closes_at === null ? Number.POSITIVE_INFINITY : Date.parse(flight.closes_at);
  const nights = flight.closed_intervals.filter(({ from }) => from < closes_ms);
  return (
    <section className={panel.panel} aria-labelledby="rules">
      <div className={panel.head}>
        <h2 id="rules">{t('rules.title')}</h2>
      </div>
      <dl className={styles.rules}>
        <Rule id="readings" name={t('rules.readings')}>
          {t('rules.readings_text')}
        </Rule>
        <Rule id="clocks" name={t('rules.clocks')}>
          {t('rules.clocks_text')}
        </Rule>
        <Rule id="release" name={t('rules.release')}>
          {t('rules.release_text')}
        </Rule>
        <Rule id="distance" name={t('race.distance')}>
          {flight.distance === null ? (
            t('rules.distance_unknown')
          ) : (
            <>
              <bdi dir="ltr" className="num">
                {formatDistance(locale, flight.distance)}
              </bdi>{' '}
              {t(`unit.${loft.unit}`)} ·{' '}
              {ruling_n === null ? (
                t(flight.distance_source === 'geodesic' ? 'rules.distance_geodesic' : 'rules.distance_stated')
              ) : (
                <Link to={rulingInLog(flight, ruling_n)}>{rulingTitle(t, ruling_n, 'distance')}</Link>
              )}
            </>
          )}
        </Rule>
        <Rule id="speed" name={t('rules.speed')}>
          {speedWords(t, rules.speed)}
        </Rule>
        <Rule id="ties" name={t('rules.ties')}>
          {tiesWords(t, rules)} {rules.ties === 'consecutive' && t('rules.ties_order')}
        </Rule>
        <Rule id="drops" name={t('rules.drops')}>
          {t('rules.drops_text', { seconds: drop_gap_ms / 1000 })}
        </Rule>
        <Rule id="night" name={t('rules.night')}>
          {nightWords(t, rules.closed_night)} {rules.closed_night.kind !== 'none' && t('rules.night_release')}
          {nights.slice(0, mostNights).map(({ from, to }) => (
            <span key={from} className={styles.night}>
              <Moment at_ms={from} time_zone={loft.time_zone} short />
              {' – '}
              <Moment at_ms={to} time_zone={loft.time_zone} short />
            </span>
          ))}
        </Rule>
        <Rule name={t('rules.closing')}>
          {closingWords(t, rules.closing)}
          {flight.closes_at && (
            <span className={styles.night}>
              {t('rules.until')} <Moment at_ms={Date.parse(flight.closes_at)} time_zone={loft.time_zone} />
            </span>
          )}
        </Rule>
        <Rule name={t('rules.source')}>
          {flight.replay_factor === null
            ? t('rules.source_clocks')
            : t('replay.notice', { count: flight.replay_factor })}
        </Rule>
        <Rule name={t('rules.times')}>{t('rules.loft_time', { zone: loft.time_zone })}</Rule>
        {flight.rulebook_version !== null && (
          <Rule name={t('admin.rulebook')}>
            <Link to={rulebookPath(flight, flight.rulebook_version)}>
              {t('rulebook.version', { version: flight.rulebook_version })}
            </Link>
          </Rule>
        )}
      </dl>
    </section>
  );
}

/** `id`: the target of the steps that explain a place (place-steps.ts). */
function Rule({ id, name, children }: { id?: RuleOfStep; name: string; children: ReactNode }) {
  return (
    <div id={id}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
