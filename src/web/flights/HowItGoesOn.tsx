/** The steps of a flight until its birds are home: what is done, what is next, and when. */
import type { Flight, FlightLog } from '#domain/flights/contract.ts';
import type { FlightStatus } from '#domain/flights/flight.ts';
import { wayInLog } from '#domain/flights/lorry.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import { ComingTime } from '#web/ui/Times.tsx';
import styles from './before-release.module.css';
import { lorryWords } from './lorry-words.ts';

export interface HowItGoesOnProps {
  flight: Flight;
  loft: Loft;
  course: { log: FlightLog; basketing_at: string | null };
  read_at: string;
}

const steps: readonly FlightStatus[] = ['planned', 'basketing', 'sealed', 'released'];

/** Who acts in a step that is still to come. */
const who = {
  basketing: 'before_release.who_basketing',
  sealed: 'before_release.who_sealed',
  released: 'before_release.who_released',
} as const satisfies Partial<Record<FlightStatus, string>>;

const whoActs = (step: FlightStatus) => (step in who ? who[step as keyof typeof who] : null);

export function HowItGoesOn({ flight, loft, course, read_at }: HowItGoesOnProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const now_ms = Date.parse(read_at);
  const reached = steps.indexOf(flight.status);
  const planned: Partial<Record<FlightStatus, string | null>> = {
    basketing: course.basketing_at,
    released: flight.release_time,
  };
  const onWay = lorryWords(t, wayInLog(course.log));
  const doneAt = (step: FlightStatus) => course.log.findLast(({ kind }) => kind === step)?.at;
  return (
    <section className={panel.panel} aria-labelledby="course">
      <div className={panel.head}>
        <h2 id="course">{t('before_release.course')}</h2>
      </div>
      <ol className={styles.steps}>
        {steps.map((step, i) => {
          const isReached = i <= reached;
          const isRunning = i === reached && step === 'basketing';
          const isDone = isReached && !isRunning;
          const at = isReached ? doneAt(step) : planned[step];
          const next = isDone ? null : whoActs(step);
          return (
            <li key={step} data-step={isDone ? 'done' : isRunning || i === reached + 1 ? 'next' : 'later'}>
              <i aria-hidden="true">{isDone && <Icon name="check" size={16} />}</i>
              <div>
                <b>
                  {step === 'released' ? t('flights.release') : t(`status.${step}`)}
                  {isRunning ? (
                    <> ({t('before_release.running')})</>
                  ) : (
                    isDone && <span className="visually-hidden"> ({t('before_release.done')})</span>
                  )}
                </b>
                <span>
                  {at && <ComingTime at_ms={Date.parse(at)} now_ms={now_ms} time_zone={loft.time_zone} />}
                  {step === 'basketing' && flight.basketed_count > 0 && (
                    <>
                      {' '}
                      {t('race.basketed')}: <bdi className="num">{formatNumber(locale, flight.basketed_count)}</bdi>
                    </>
                  )}
                </span>
                {step === 'sealed' &&
                  onWay.map(({ word, at_ms }) => (
                    <span key={word}>
                      {word}: <ComingTime at_ms={at_ms} now_ms={now_ms} time_zone={loft.time_zone} />
                    </span>
                  ))}
                {next && <span>{t(next)}</span>}
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
