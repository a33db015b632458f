/** The rules of a race in words, so that anyone can work a speed or a place out again. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { formatDistance } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import type { Words } from '#web/lib/words.ts';
import panel from '#web/ui/panel.module.css';
import { Moment } from '#web/ui/Times.tsx';
import styles from './info.module.css';

/** So many closed nights are listed; the rule says the rest. */
const mostNights = 3;

export function RaceRules({ flight, loft }: { flight: Flight; loft: Loft }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { rules } = flight;
  return (
    <section className={panel.panel} aria-labelledby="rules">
      <div className={panel.head}>
        <h2 id="rules">{t('rules.title')}</h2>
      </div>
      <dl className={styles.rules}>
        <Rule name={t('race.distance')}>
          {flight.distance === null ? (
            t('rules.distance_unknown')
          ) : (
            <>
              <bdi dir="ltr" className="num">
                {formatDistance(locale, flight.distance)}
              </bdi>{' '}
              {t(`unit.${loft.unit}`)} ·{' '}
              {t(flight.distance_source === 'geodesic' ? 'rules.distance_geodesic' : 'rules.distance_stated')}
            </>
          )}
        </Rule>
        <Rule name={t('rules.speed')}>
          {t(rules.speed.unit === 'm/min' ? 'rules.speed_m' : 'rules.speed_yd')} {roundingOf(rules.speed, t)}
        </Rule>
        <Rule name={t('rules.ties')}>
          {t(`rules.precision_${rules.precision_ms}`)}{' '}
          {t(rules.ties === 'shared' ? 'rules.ties_shared' : 'rules.ties_consecutive')}
        </Rule>
        <Rule name={t('rules.night')}>
          {nightOf(rules.closed_night, t)}
          {flight.closed_intervals.slice(0, mostNights).map(({ from, to }) => (
            <span key={from} className={styles.night}>
              <Moment at_ms={from} time_zone={loft.time_zone} short />
              {' – '}
              <Moment at_ms={to} time_zone={loft.time_zone} short />
            </span>
          ))}
        </Rule>
        <Rule name={t('rules.closing')}>
          {closingOf(rules.closing, t)}
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
      </dl>
    </section>
  );
}

function Rule({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function roundingOf({ rounding, decimals }: Flight['rules']['speed'], t: Words): string {
  if (rounding === 'none' || decimals === null) return t('rules.rounding_none');
  return t(rounding === 'cut' ? 'rules.rounding_cut' : 'rules.rounding_half_up', { count: decimals });
}

function nightOf(rule: Flight['rules']['closed_night'], t: Words): string {
  if (rule.kind === 'none') return t('rules.night_none');
  if (rule.kind === 'hours') return t('rules.night_hours', { closes: rule.closes, opens: rule.opens });
  const { after_sunset_min: after, before_sunrise_min: before } = rule;
  return t('rules.night_sun', {
    from: t(after < 0 ? 'rules.before_sunset' : 'rules.after_sunset', { minutes: Math.abs(after) }),
    until: t(before < 0 ? 'rules.after_sunrise' : 'rules.before_sunrise', { minutes: Math.abs(before) }),
  });
}

function closingOf(rule: Flight['rules']['closing'], t: Words): string {
  if (rule.kind === 'none') return t('rules.closing_none');
  if (rule.kind === 'hours') return t('rules.closing_hours', { count: rule.hours });
  return t('rules.closing_day', { day: rule.day, time: rule.time });
}
