/** The log of a flight: its steps and the decisions about it, the latest first, each with its reason. */
import type { FlightLog as Log } from '#domain/flights/contract.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import { Moment } from '#web/ui/Times.tsx';
import styles from './season-flights.module.css';

export function FlightLog({ log, time_zone }: { log: Log; time_zone: string }) {
  const { t } = useTranslation();
  const word = (kind: Log[number]['kind']) =>
    kind === 'postponed' || kind === 'point_moved' || kind === 'release_reported' || kind === 'list_changed'
      ? t(`flights.${kind}`)
      : t(`status.${kind}`);
  return (
    <section className={panel.panel} aria-labelledby="log">
      <div className={panel.head}>
        <h2 id="log">{t('flights.log')}</h2>
      </div>
      <ol className={styles.log}>
        {log.toReversed().map((entry) => (
          <li key={`${entry.kind} ${entry.at}`}>
            <b>{word(entry.kind)}</b>
            <Moment at_ms={Date.parse(entry.at)} time_zone={time_zone} short />
            <Change {...entry} time_zone={time_zone} />
            {entry.reason !== null && (
              <p>
                <bdi>{entry.reason}</bdi>
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What a decision changed: before → after. */
function Change({ kind, details, time_zone }: Log[number] & { time_zone: string }) {
  const { t } = useTranslation();
  if (kind !== 'postponed' && kind !== 'point_moved') return null;
  const of = (value: unknown) => {
    if (typeof value === 'string') return <Moment at_ms={Date.parse(value)} time_zone={time_zone} short />;
    const name = (value as { name?: string } | null)?.name;
    return name === undefined ? t(kind === 'postponed' ? 'flights.no_time' : 'flights.no_point') : <bdi>{name}</bdi>;
  };
  return (
    <span>
      {of(details.from)} <span className={panel.arrow}>→</span> {of(details.to)}
    </span>
  );
}
