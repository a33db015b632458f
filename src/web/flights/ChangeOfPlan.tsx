/** That a flight is postponed, not flown at all, or was not released after all, and why: the last such decision of its log. */
import type { Flight, FlightLog } from '#domain/flights/contract.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import { Moment } from '#web/ui/Times.tsx';

export interface ChangeOfPlanProps {
  flight: Pick<Flight, 'status' | 'day_starts' | 'release_time'>;
  read_at: string;
  log: FlightLog;
  time_zone: string;
}

/** Decisions after which a flight is not released when it was said. */
const changes = new Set<FlightLog[number]['kind']>(['postponed', 'release_taken_back']);

export function ChangeOfPlan({ flight, read_at, log, time_zone }: ChangeOfPlanProps) {
  const { t } = useTranslation();
  const isAnnulled = flight.status === 'annulled';
  const decision = log.findLast(({ kind }) => (isAnnulled ? kind === 'annulled' : changes.has(kind)));
  if (!decision) return null;
  const { reason, details } = decision;
  const isCancelled = isAnnulled && flight.day_starts.length === 0;
  const isGoneBy = flight.release_time !== null && Date.parse(flight.release_time) < Date.parse(read_at);
  const cancelled = isGoneBy ? 'before_release.was_cancelled' : 'before_release.cancelled';
  const time = (of: unknown) =>
    typeof of === 'string' ? <Moment at_ms={Date.parse(of)} time_zone={time_zone} short /> : t('flights.no_time');
  return (
    <div className={`${panel.notice} ${isAnnulled ? panel.notice_bad : ''}`}>
      <Icon name={isAnnulled ? 'alert' : 'calendar'} size={20} />
      <div>
        <p>
          {isAnnulled ? (
            <b>{t(isCancelled ? cancelled : 'flight.annulled')}</b>
          ) : decision.kind === 'release_taken_back' ? (
            <>
              <b>{t('flights.release_taken_back')}:</b> <s>{time(details.release_time)}</s>
            </>
          ) : (
            <>
              <b>{t('flights.postponed')}:</b> <s>{time(details.from)}</s> <span className={panel.arrow}>→</span>{' '}
              <b>{time(details.to)}</b>
            </>
          )}
        </p>
        {reason !== null && (
          <p>
            <bdi>{reason}</bdi>
          </p>
        )}
      </div>
    </div>
  );
}
