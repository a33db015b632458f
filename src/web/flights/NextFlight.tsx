/** The band of a flight for its loft: its facts, its way through the states, and its next action as one large button. */
import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { type BirdsToFly, canFly, groundedParts } from '#domain/entries/birds-to-fly.ts';
import { flightStatuses } from '#domain/flights/flight.ts';
import { plannedSteps, type WholePlan } from '#domain/flights/plan-contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { flightsAdminPath } from '#web/lib/admin-paths.ts';
import { formatCalendarDay, formatComing, formatDistance, formatNumber, skyAt } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Horizon } from '#web/ui/Horizon.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { StatusChip } from '#web/ui/StatusChip.tsx';
import sky from '#web/ui/sky.module.css';
import { Moment } from '#web/ui/Times.tsx';
import { DraftChip } from './DraftChip.tsx';
import styles from './season-flights.module.css';
import { actionIcons, actionWords, isDisputable } from './season-flights.ts';

/** Why birds do not fly. */
const grounded = {
  gone: 'pigeons.gone',
  not_racing: 'flights.not_racing',
  without_place: 'flights.without_place',
  not_activated: 'flights.not_activated',
} as const satisfies Record<(typeof groundedParts)[number], string>;

export interface NextFlightProps {
  flight: WholePlan;
  loft: Loft;
  birds: BirdsToFly;
  read_at: string;
  /** Where the next action is done, if not by this button. */
  path: string;
  /** The basketing desk of a flight that is being basketed. */
  desk?: string | null;
  /** The reader has signed its result, and waits for somebody else. */
  isSigned?: boolean;
  /** On the page of the flight itself, whose head has its name. */
  isOwn?: boolean;
}

export function NextFlight({
  flight,
  loft,
  birds,
  read_at,
  path,
  desk = null,
  isSigned = false,
  isOwn = false,
}: NextFlightProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const own = `${flightsAdminPath(flight.season_id)}/${flight.id}`;
  const now_ms = Date.parse(read_at);
  const at_ms = flight.release_time === null ? now_ms : Date.parse(flight.release_time);
  const step = plannedSteps.find((one) => one === flight.next_action);
  const word = t(actionWords[flight.next_action]);
  return (
    <section
      className={`${sky.sky} ${styles.band}`}
      data-sky={skyAt(at_ms, loft.time_zone)}
      aria-labelledby="next-flight"
    >
      <Horizon loft_id={loft.id} />
      <div className={styles.lead}>
        <h2 id="next-flight">
          {isOwn ? t(`kind.${flight.kind}`) : <Link to={own}>{<bdi>{flight.name}</bdi>}</Link>}{' '}
          {flight.is_draft ? <DraftChip /> : <StatusChip status={flight.status} />}
        </h2>
        <p className={styles.facts}>
          <span suppressHydrationWarning>
            {flight.release_date === null ? (
              t('flights.no_time')
            ) : (
              <>
                <b>{formatCalendarDay(locale, flight.release_date, 'words')}</b>{' '}
                <bdi dir="ltr" className="num">
                  {flight.release_clock}
                </bdi>
              </>
            )}
          </span>
          {flight.release_point !== null && (
            <b>
              <bdi>{flight.release_point}</bdi>
            </b>
          )}
          {flight.distance !== null && (
            <span>
              <bdi className="num">{formatDistance(locale, flight.distance)}</bdi> {t(`unit.${loft.unit}`)}
            </span>
          )}
          <span>
            {t('flights.can_fly', {
              n: formatNumber(locale, canFly(birds, flight.entry)),
              all: formatNumber(locale, birds.all),
            })}
          </span>
          {groundedParts
            .filter((part) => birds[part] > 0 && (part !== 'not_activated' || flight.entry === 'activated'))
            .map((part) => (
              <span key={part}>
                {t(grounded[part])}: <bdi className="num">{formatNumber(locale, birds[part])}</bdi>
              </span>
            ))}
          {flight.basketed_count > 0 && (
            <span>
              {t('race.basketed')}: <bdi className="num">{formatNumber(locale, flight.basketed_count)}</bdi>
            </span>
          )}
          {flight.rulebook_version !== null && (
            <span>
              {t('admin.rulebook')}: {t('rulebook.version', { version: flight.rulebook_version })}
            </span>
          )}
        </p>
      </div>
      {step === 'publish' && !flight.is_draft ? (
        <Asked step="publish" own={own} className={styles.large}>
          {t('flights.publish_what', {
            home: formatNumber(locale, flight.home_count),
            basketed: formatNumber(locale, flight.basketed_count),
          })}
        </Asked>
      ) : step === 'seal' && !flight.is_draft ? (
        <Basketing flight={flight} own={own} desk={desk} />
      ) : step && !flight.is_draft ? (
        <Form method="post" action={own} className={styles.act}>
          <button type="submit" name="intent" value={step} className={styles.large}>
            <Icon name={actionIcons[flight.next_action]} size={26} />
            {word}
          </button>
        </Form>
      ) : isSigned && flight.next_action === 'make_official' ? (
        <p className={styles.waits}>{t('refusals.result_signed')}</p>
      ) : flight.next_action === 'make_official' && isDisputable(flight, now_ms) ? (
        <p className={styles.waits}>
          {t('official.sign_from')}{' '}
          <Moment at_ms={Date.parse(flight.disputes_until)} time_zone={loft.time_zone} short />
        </p>
      ) : flight.next_action === 'make_official' && isOwn ? (
        <div className={styles.act}>
          <a href="#to-sign" className={styles.large}>
            <Icon name={actionIcons.make_official} size={26} />
            {word}
          </a>
        </div>
      ) : path !== own || !isOwn ? (
        <div className={styles.act}>
          <Link to={path} className={styles.large}>
            <Icon name={actionIcons[flight.next_action]} size={26} />
            {word}
          </Link>
        </div>
      ) : (
        flight.next_action !== 'reason' && (
          <p className={styles.waits}>
            {t('flights.next')}: {flight.is_draft ? t('flights.save_shown') : word}
          </p>
        )
      )}
      {flight.status !== 'annulled' && <Way flight={flight} loft={loft} now_ms={now_ms} />}
    </section>
  );
}

interface AskedProps {
  step: keyof typeof asked;
  own: string;
  className: string | undefined;
  /** What it does. */
  children: ReactNode;
}

const asked = {
  seal: { word: 'flights.seal', icon: 'lock' },
  publish: { word: 'flights.publish', icon: 'evaluated' },
} as const;

/** A step that is asked for once more, under what it does. */
function Asked({ step, own, className, children }: AskedProps) {
  const { t } = useTranslation();
  const { word, icon } = asked[step];
  return (
    <details className={`${styles.act} ${styles.sealing}`}>
      <summary className={className}>
        <Icon name={icon} size={26} />
        {`${t(word)}…`}
      </summary>
      <Form method="post" action={own}>
        <p>{children}</p>
        <button type="submit" name="intent" value={step} className={styles.large}>
          {t(word)}
        </button>
      </Form>
    </details>
  );
}

/** Birds go in at the desk, until the list is sealed; what the seal does stands before it is done. */
function Basketing({ flight, own, desk }: { flight: WholePlan; own: string; desk: string | null }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const seal = (
    <Asked step="seal" own={own} className={desk === null ? styles.large : styles.second}>
      {t('flights.seal_what', { n: formatNumber(locale, flight.basketed_count) })}
    </Asked>
  );
  if (desk === null) return seal;
  return (
    <div className={styles.acts}>
      {/* Another document: its permissions for readers and the camera come with it. */}
      <a href={desk} className={styles.large}>
        <Icon name="basket" size={26} />
        {t('status.basketing')}
      </a>
      {seal}
    </div>
  );
}

/** The states from the plan to the official result; those that are over solid, those to come dashed. */
const way = flightStatuses.filter((status) => status !== 'annulled');

function Way({ flight, loft, now_ms }: { flight: WholePlan; loft: Loft; now_ms: number }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const reached = way.indexOf(flight.status as (typeof way)[number]);
  const times: Partial<Record<(typeof way)[number], string | null>> = {
    basketing: flight.basketing_at,
    sealed: flight.sealed_at,
    released: flight.release_time,
    closed: flight.closes_at,
  };
  const coming = (at: string, by_ms: number) => formatComing(locale, Date.parse(at), by_ms, loft.time_zone);
  // Between other days, today too is named.
  const isAllToday = Object.values(times).every((at) => !at || coming(at, now_ms).day === null);
  const timeOf = (at: string | null | undefined) => {
    if (!at) return null;
    const { day, time } = coming(at, now_ms);
    return isAllToday ? time : `${day ?? coming(at, 0).day} ${time}`;
  };
  return (
    <ol className={styles.way}>
      {way.map((status, n) => (
        <li key={status} data-step={n <= reached ? 'over' : n === reached + 1 ? 'next' : 'coming'}>
          <b aria-current={n === reached ? 'step' : undefined}>{t(`status.${status}`)}</b>
          <small className="num" suppressHydrationWarning>
            {timeOf(times[status])}
          </small>
        </li>
      ))}
    </ol>
  );
}
