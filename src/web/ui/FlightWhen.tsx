/** What a list says of a flight: when it will be released, that it is in the air, or that its result is there. */
import { type FlightStatus, isBeforeRelease, isResult } from '#domain/flights/flight.ts';
import { dayWord } from '#web/lib/day-word.ts';
import { clockTime } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { StatusChip } from './StatusChip.tsx';

export interface FlightWhenProps {
  flight: { status: FlightStatus; release_time: string | null };
  time_zone: string;
  read_at: string;
}

/** `Tomorrow 09:30`, `Result`, or the state. */
export function FlightWhen({ flight: { status, release_time }, time_zone, read_at }: FlightWhenProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (isResult(status)) return <b>{t(status === 'official' ? 'flight.result' : 'status.provisional')}</b>;
  if (!isBeforeRelease(status)) return <StatusChip status={status} />;
  if (release_time === null) return <span>{t('flights.no_time')}</span>;
  const at_ms = Date.parse(release_time);
  return (
    <time dateTime={release_time} suppressHydrationWarning>
      {dayWord(t, locale, { at_ms, now_ms: Date.parse(read_at), time_zone }, true)}{' '}
      <bdi dir="ltr" className="num">
        {clockTime(at_ms, time_zone).time.slice(0, 5)}
      </bdi>
    </time>
  );
}
