/**
 * The clocks as lanes of the last hour: solid up to the moment to which their readings are here, dashed from there;
 * every bird a stroke.
 */
import { mayHoldReadings } from '#domain/arrivals/race-control.ts';
import type { ClockOnWatch } from '#domain/arrivals/race-control-contract.ts';
import { middle, within } from '#domain/devices/clock-time.ts';
import { newRulingPath } from '#web/lib/admin-paths.ts';
import { aheadOrBehind } from '#web/lib/clock-offset.ts';
import { clockTime, formatMeasure, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './control.module.css';
import { dayAndTime, type RaceControl } from './control.ts';

const hour_ms = 3_600_000;

export function ControlClocks({ view: { clocks, season, flight, loft, read_at } }: { view: RaceControl }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (!clocks.length) return null;
  const now_ms = Date.parse(read_at);
  const time = (at: string) => clockTime(Date.parse(at), loft.time_zone).time;
  const silent = clocks.filter((clock) => mayHoldReadings(clock, flight));
  return (
    <section className={panel.panel} aria-labelledby="clocks">
      <div className={panel.head}>
        <h2 id="clocks">{t('control.clocks')}</h2>
        <small>{t('control.strokes')}</small>
      </div>
      <ul className={styles.clocks}>
        {clocks.map((clock) => (
          <Lane key={clock.id} clock={clock} now_ms={now_ms} time={time} />
        ))}
      </ul>
      {silent.map(({ id, name, since }) => (
        <p key={id} className={styles.silent}>
          <Icon name="no_network" />
          <span>{t('control.silent', { clock: name, time: time(since) })}</span>
        </p>
      ))}
      {clocks.flatMap(({ id, name, jumps }) =>
        jumps.map(({ at, by_ms, offset_ms }) => (
          <p key={`${id} ${at}`} className={styles.silent}>
            <Icon name="alert" />
            <Link
              to={newRulingPath(season.id, flight.id, {
                kind: 'offset',
                device_id: id,
                offset: offset_ms / 1000,
                ...dayAndTime(at, loft.time_zone),
              })}
            >
              {t('control.jumped', {
                clock: name,
                time: formatMeasure(locale, by_ms / 1000, 'second', { decimals: 1, signed: true }),
                at: time(at),
              })}
            </Link>
          </p>
        )),
      )}
    </section>
  );
}

function Lane({ clock, now_ms, time }: { clock: ClockOnWatch; now_ms: number; time: (at: string) => string }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { name, state, read_to, offset_ms, bounds, is_corrected, battery_percent, strokes } = clock;
  const across = (at_ms: number) => Math.min(Math.max(((at_ms - now_ms + hour_ms) / hour_ms) * 100, 0), 100);
  const read = read_to === null ? 0 : across(state === 'online' ? now_ms : Date.parse(read_to));
  return (
    <li data-silent={state === 'silent' || undefined}>
      <div>
        <b>
          <Icon name={state === 'online' ? 'check' : 'alert'} size={16} /> <bdi>{name}</bdi>
        </b>
        <small>
          {read_to === null ? t(`devices.${state}`) : t('control.read_to', { time: time(read_to) })}
          {battery_percent !== null &&
            ` · ${t('devices.battery')} ${formatMeasure(locale, battery_percent, 'percent')}`}
        </small>
      </div>
      <svg viewBox="0 0 100 34" preserveAspectRatio="none" className={styles.lane} aria-hidden="true" direction="ltr">
        {strokes.map((at_ms) => (
          <line key={at_ms} x1={across(at_ms)} x2={across(at_ms)} y1="8" y2="20" className={styles.stroke} />
        ))}
        <line x1="0" x2={read} y1="20" y2="20" className={styles.read} />
        <line x1={read} x2="100" y1="20" y2="20" className={styles.unread} />
      </svg>
      <div className={styles.offset}>
        {bounds ? (
          <>
            <bdi className="num">{aheadOrBehind({ t, locale }, middle(bounds))}</bdi>
            <small>
              <bdi className="num">±{formatMeasure(locale, within(bounds) / 1000, 'second', { decimals: 3 })}</bdi>
            </small>
          </>
        ) : offset_ms === null ? (
          <small>{t('control.never_compared')}</small>
        ) : (
          <bdi className="num">{aheadOrBehind({ t, locale }, offset_ms)}</bdi>
        )}
        {is_corrected && <small>{t('control.corrected')}</small>}
        <span className="visually-hidden">{formatNumber(locale, strokes.length)}</span>
      </div>
    </li>
  );
}
