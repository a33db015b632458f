/**
 * The release, on the phone of the person at the lorry: the time, what is to be checked, and one button that is held
 * for two seconds. Without network the moment is kept on the phone. Without a script the time is entered by a form, as
 * it is for a time that was reported by voice.
 */
import { useCallback, useEffect, useState } from 'react';
import { Form, redirect, useRevalidator } from 'react-router';
import type { ReplyOf } from '#domain/contract.ts';
import { instantOf } from '#domain/day.ts';
import { geodesicDistance } from '#domain/flights/distance.ts';
import { isBeforeRelease } from '#domain/flights/flight.ts';
import { countedRelease, farFromPoint_m, synchronisedWithin_ms } from '#domain/flights/release.ts';
import { readRelease, reportRelease } from '#domain/flights/release-contract.ts';
import { isRefusal, Refusal, refusalAt } from '#domain/refusal.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, type RefusedForm, textIn, useSentence } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { clockTime, formatAge, formatComing, formatMeasure, formatNumber, isoDay, skyAt } from '#web/lib/intl.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { send } from '#web/lib/send.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Field, Wrong } from '#web/ui/Field.tsx';
import form from '#web/ui/form.module.css';
import { Horizon } from '#web/ui/Horizon.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import sky from '#web/ui/sky.module.css';
import type { Route } from './+types/ReleasePage.ts';
import { HoldButton } from './HoldButton.tsx';
import styles from './release.module.css';
import { betterOffset, type ClockOffset, keepReport, keptReport, measureClock, type Report } from './release-report.ts';

type View = ReplyOf<typeof readRelease>;

const pathOfPage = (season_id: number, flight_id: number) =>
  `${seasonAdminPath(season_id)}/flights/${flight_id}/release`;

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const key = { season_id: idFrom(params.season_id), flight_id: idFrom(params.flight_id) };
  const view = await answers(() => context.get(callContext)(readRelease, { params: key }));
  const head = pageHead({ context, params, pattern }, [t('release.title'), view.flight.name], view.loft.name);
  // The same for a form that is sent again, so that it is one report.
  return { ...view, flight_key: key, report_id: crypto.randomUUID(), head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const key = { season_id: idFrom(params.season_id), flight_id: idFrom(params.flight_id) };
  const fields = await request.formData();
  const call = context.get(callContext);
  return actOn(fields, async () => {
    const { loft } = await answers(() => call(readRelease, { params: key }));
    const [date, time] = [textIn(fields, 'date'), textIn(fields, 'time')];
    const errors = { ...(date === '' && required('date')), ...(time === '' && required('time')) };
    if (Object.keys(errors).length > 0) throw new Refusal('bad_input', {}, errors);
    try {
      const at = new Date(instantOf({ date, time }, loft.time_zone)).toISOString();
      await call(reportRelease, { params: key, body: { id: textIn(fields, 'id'), source: 'spoken', at } });
    } catch (error) {
      if (error instanceof RangeError) throw refusalAt('time', 'error_format');
      // The instant of the call is the time of the form.
      if (isRefusal(error) && error.errors?.at) throw new Refusal(error.code, {}, { time: error.errors.at });
      throw error;
    }
    return redirect(pathOfPage(key.season_id, key.flight_id));
  });
}

const required = (field: string) => ({ [field]: [{ code: 'error_required' as const }] });

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export const handle = { frame: { footer: false, snackbar: false } };

export default function ReleasePage({ loaderData, actionData }: Route.ComponentProps) {
  const { flight } = loaderData;
  const phone = usePhone(loaderData);
  const isOpen = isBeforeRelease(flight.status) && phone.kept === null;
  return (
    <div className={styles.page}>
      <Head {...loaderData} isOnline={phone.isOnline} now_ms={phone.now_ms} counts={isOpen} />
      {isOpen ? (
        <>
          <Checks {...loaderData} position={phone.position} now_ms={phone.now_ms} />
          <Hold view={loaderData} onHeld={phone.release} />
        </>
      ) : (
        <Released {...loaderData} kept={phone.kept} refused={phone.refused} onDrop={phone.drop} />
      )}
      <Spoken view={loaderData} report_id={loaderData.report_id} answer={actionData} />
    </div>
  );
}

interface Position {
  latitude: number;
  longitude: number;
  accuracy_m: number;
}

/** The phone: its time by the site's clock, its position, its network, and the report that it keeps. */
function usePhone({ flight_key, read_at }: View & { flight_key: { season_id: number; flight_id: number } }) {
  const { revalidate } = useRevalidator();
  const { season_id, flight_id } = flight_key;
  const [offset, setOffset] = useState<ClockOffset | null>(null);
  const [now_ms, setNow] = useState(Date.parse(read_at));
  const [position, setPosition] = useState<Position | null>(null);
  const [isOnline, setOnline] = useState(true);
  const [kept, setKept] = useState<Report | null>(null);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const offset_ms = offset?.offset_ms ?? 0;

  const keep = useCallback(
    (report: Report | null) => {
      keepReport(flight_id, report);
      setKept(report);
    },
    [flight_id],
  );

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now() + offset_ms), 100);
    return () => clearInterval(timer);
  }, [offset_ms]);

  useEffect(() => {
    const look = async () => {
      const measured = await measureClock({ season_id, flight_id });
      setOnline(measured !== null && navigator.onLine);
      setOffset((known) => betterOffset(known, measured, Date.now()));
    };
    setOnline(navigator.onLine);
    void look();
    setKept(keptReport(flight_id));
    const timer = setInterval(() => void look(), 10_000);
    const lost = () => setOnline(false);
    const found = () => void look();
    addEventListener('offline', lost);
    addEventListener('online', found);
    return () => {
      clearInterval(timer);
      removeEventListener('offline', lost);
      removeEventListener('online', found);
    };
  }, [season_id, flight_id]);

  useEffect(() => {
    const watching = navigator.geolocation?.watchPosition(
      ({ coords: { latitude, longitude, accuracy } }) => setPosition({ latitude, longitude, accuracy_m: accuracy }),
      () => setPosition(null),
      { enableHighAccuracy: true, maximumAge: 60_000 },
    );
    return () => {
      if (watching !== undefined) navigator.geolocation.clearWatch(watching);
    };
  }, []);

  useEffect(() => {
    if (!kept || refused) return;
    let over = false;
    const sendIt = async () => {
      try {
        await send(reportRelease, { params: { season_id, flight_id }, body: kept });
        if (over) return;
        keep(null);
        await revalidate();
      } catch (error) {
        // Without network it is sent again; what the site refuses is shown with its reason.
        if (!over && isRefusal(error)) setRefused(error);
      }
    };
    void sendIt();
    const timer = setInterval(() => void sendIt(), 5000);
    return () => {
      over = true;
      clearInterval(timer);
    };
  }, [kept, refused, season_id, flight_id, keep, revalidate]);

  return {
    now_ms,
    position,
    isOnline,
    kept,
    refused,
    release: () =>
      keep({
        id: crypto.randomUUID(),
        source: 'phone',
        at: new Date(Date.now() + offset_ms).toISOString(),
        clock: offset && { offset_ms: offset.offset_ms, within_ms: offset.within_ms },
        position,
      }),
    drop: () => {
      keep(null);
      setRefused(null);
    },
  };
}

type HeadProps = View & { isOnline: boolean; now_ms: number; counts: boolean };

function Head({ loft, season, flight, isOnline, now_ms, counts }: HeadProps) {
  const { t } = useTranslation();
  const { time, ms } = clockTime(now_ms, loft.time_zone);
  return (
    <header className={`${sky.sky} ${styles.head}`} data-sky={skyAt(now_ms, loft.time_zone)}>
      <Horizon loft_id={loft.id} />
      <div className={styles.bar}>
        <Link
          className={styles.back}
          to={`${seasonAdminPath(season.id)}/flights/${flight.id}`}
          aria-label={t('release.back')}
        >
          <Icon name="arrow" size={28} />
        </Link>
        <h1>
          <bdi>{flight.name}</bdi>
        </h1>
        <span role="status" className={isOnline ? '' : styles.offline}>
          {t(isOnline ? 'release.online' : 'release.offline')}
        </span>
      </div>
      {counts && (
        <div className={styles.now}>
          <bdi dir="ltr" className="num" role="timer" suppressHydrationWarning>
            {time}
            <span className={styles.fraction}>.{ms.slice(0, 1)}</span>
          </bdi>
          {flight.release_time !== null && (
            <p>
              {t('release.planned')}
              <b>
                <bdi dir="ltr" className="num">
                  {clockTime(Date.parse(flight.release_time), loft.time_zone).time.slice(0, 5)}
                </bdi>
              </b>
            </p>
          )}
        </div>
      )}
    </header>
  );
}

type ChecksProps = View & { position: Position | null; now_ms: number };

/** What is checked before the release: a tick, or a dashed triangle where somebody should look. */
function Checks({ loft, flight, clocks, sunset, position, now_ms }: ChecksProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { release_latitude: latitude, release_longitude: longitude } = flight;
  const away_m =
    position && latitude !== null && longitude !== null ? geodesicDistance(position, { latitude, longitude }) : null;
  const metres = (length: number) => formatMeasure(locale, length, 'meter');
  const synchronised = clocks.flatMap(({ synchronised_at }) => (synchronised_at ? Date.parse(synchronised_at) : []));
  const oldest_ms = synchronised.length === clocks.length && clocks.length > 0 ? Math.min(...synchronised) : null;
  const sealed = flight.sealed_at && formatComing(locale, Date.parse(flight.sealed_at), now_ms, loft.time_zone);
  const sun_ms = sunset === null ? null : Date.parse(sunset) - now_ms;
  const flight_ms =
    flight.distance_m === null || !flight.estimated_average_speed
      ? null
      : (flight.distance_m / flight.estimated_average_speed) * 60_000;
  const hours = (span_ms: number) => formatMeasure(locale, Math.round(span_ms / 360_000) / 10, 'hour');
  return (
    <ul className={styles.checks}>
      <Check
        isGood={away_m !== null && away_m <= farFromPoint_m}
        name={
          away_m === null
            ? t(position ? 'release.no_point' : 'release.no_position')
            : t('release.from_point', { distance: metres(away_m) })
        }
        more={[flight.release_point, t('release.limit', { distance: metres(farFromPoint_m) })]
          .filter(Boolean)
          .join(', ')}
      />
      <Check
        isGood={flight.basketed_count > 0}
        name={t('release.basketed')}
        figure={formatNumber(locale, flight.basketed_count)}
      />
      <Check
        isGood={sealed !== null}
        name={t(sealed ? 'release.sealed' : 'release.not_sealed')}
        figure={sealed ? `${sealed.day ?? ''} ${sealed.time}`.trim() : undefined}
      />
      <Check
        isGood={oldest_ms !== null && now_ms - oldest_ms <= synchronisedWithin_ms}
        name={t('release.clocks', { clocks: formatNumber(locale, clocks.length) })}
        figure={oldest_ms === null ? t('release.never') : formatAge(locale, now_ms - oldest_ms)}
      />
      {sun_ms !== null && (
        <Check
          isGood={sun_ms > 0 && (flight_ms === null || flight_ms <= sun_ms)}
          name={t('release.sun_left')}
          figure={hours(Math.max(0, sun_ms))}
          more={flight_ms === null ? undefined : `${t('release.flight')} ≈ ${hours(flight_ms)}`}
        />
      )}
    </ul>
  );
}

interface CheckProps {
  isGood: boolean;
  name: string;
  figure?: string | undefined;
  more?: string | undefined;
}

function Check({ isGood, name, figure, more }: CheckProps) {
  const { t } = useTranslation();
  return (
    <li>
      <span className={`${styles.dot} ${isGood ? '' : styles.look}`}>
        <Icon name={isGood ? 'check' : 'alert'} size={18} />
        <span className="visually-hidden">{t(isGood ? 'release.good' : 'release.look')}</span>
      </span>
      <span>
        {name}
        {more && <small>{more}</small>}
      </span>
      {figure !== undefined && <bdi className="num">{figure}</bdi>}
    </li>
  );
}

function Hold({ view: { flight }, onHeld }: { view: View; onHeld(): void }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const hydrated = useHydrated();
  if (flight.status === 'planned') return <p className={styles.kept}>{t('refusals.basketing_not_open')}</p>;
  const seconds = (left_ms: number) => formatNumber(locale, Math.ceil(left_ms / 100) / 10, 1, 1);
  return (
    <div className={`${styles.press} ${hydrated ? '' : 'awaited'}`}>
      <HoldButton
        rest={{ word: t('release.hold'), hint: t('release.hold_hint') }}
        held={(left_ms) => ({
          word: t('release.keep_holding'),
          hint: t('release.left', { seconds: seconds(left_ms) }),
        })}
        disabled={flight.distance_m === null}
        onHeld={onHeld}
      />
    </div>
  );
}

type ReleasedProps = View & { kept: Report | null; refused: Refusal | null; onDrop(): void };

/** The release is a fact: its time is the largest thing, then who reported what. */
function Released({ loft, phone, flight, reports, kept, refused, onDrop }: ReleasedProps) {
  const { t } = useTranslation();
  const sentence = useSentence();
  const at_ms = kept
    ? countedRelease(Date.parse(kept.at), flight.precision_ms)
    : flight.release_time === null
      ? null
      : Date.parse(flight.release_time);
  const errors = refused ? (Object.values(refused.errors ?? {}).flat()[0] ?? { code: refused.code }) : null;
  return (
    <section className={styles.done} aria-labelledby="released">
      <h2 id="released">
        <span className={styles.dot}>
          <Icon name="check" size={28} />
        </span>
        {t('release.released')}
      </h2>
      {at_ms !== null && <Moment at_ms={at_ms} time_zone={loft.time_zone} />}
      {kept && !refused && (
        <p className={styles.kept} role="status">
          <b>{t('release.kept')}</b>
        </p>
      )}
      {errors && (
        <div className={styles.kept} role="alert">
          <b>{sentence(errors as Parameters<typeof sentence>[0])}</b>
          <button type="button" className={panel.button} onClick={onDrop}>
            {t('release.drop')}
          </button>
        </div>
      )}
      {reports.length > 0 && (
        <ol className={styles.checks}>
          {reports.map((report) => (
            <Reported
              key={report.id}
              {...report}
              loft={loft}
              counted={flight.release_time}
              precision={flight.precision_ms}
            />
          ))}
        </ol>
      )}
      {phone && (
        <a className={panel.button} href={`tel:${phone}`}>
          {t('release.call')}
        </a>
      )}
    </section>
  );
}

function Moment({ at_ms, time_zone }: { at_ms: number; time_zone: string }) {
  const { time, ms } = clockTime(at_ms, time_zone);
  return (
    <bdi dir="ltr" className={`num ${styles.moment}`}>
      {time}
      <span className={styles.fraction}>.{ms}</span>
    </bdi>
  );
}

type ReportedProps = View['reports'][number] & { loft: View['loft']; counted: string | null; precision: number };

/** One report: who, by what means, when; dashed where it differs from the release that counts. */
function Reported({ source, at, by, distance_m, loft, counted, precision }: ReportedProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const isSame = counted !== null && countedRelease(Date.parse(at), precision) === Date.parse(counted);
  const { time, ms } = clockTime(Date.parse(at), loft.time_zone);
  const more = [
    by,
    distance_m === null ? null : t('release.from_point', { distance: formatMeasure(locale, distance_m, 'meter') }),
    isSame ? null : t('release.differs'),
  ];
  return (
    <li>
      <span className={`${styles.dot} ${isSame ? '' : styles.look}`}>
        <Icon name={isSame ? 'check' : 'alert'} size={18} />
      </span>
      <span>
        {t(`release.${source}`)}
        <small>{more.filter(Boolean).join(', ')}</small>
      </span>
      <bdi dir="ltr" className="num">{`${time}.${ms}`}</bdi>
    </li>
  );
}

/** A time that was reported by voice: entered by the loft, and without a script by anybody at the lorry. */
function Spoken({ view, report_id, answer }: { view: View; report_id: string; answer: RefusedForm | undefined }) {
  const { t } = useTranslation();
  const { flight, loft, read_at } = view;
  if (flight.status === 'planned' || flight.status === 'official' || flight.status === 'annulled') return null;
  const errors = answer?.refused.errors;
  const day = isoDay(Date.parse(flight.release_time ?? read_at), loft.time_zone);
  return (
    <details className={styles.spoken} open={answer !== undefined}>
      <summary>{t('release.enter_spoken')}</summary>
      <Form method="post" className={form.form}>
        <input type="hidden" name="id" value={report_id} />
        <Wrong refused={errors ? undefined : answer?.refused} />
        <Field
          label={t('release.day')}
          name="date"
          type="date"
          required
          defaultValue={answer?.typed.date ?? day}
          errors={errors?.date}
        />
        <Field
          label={t('release.time')}
          name="time"
          type="time"
          step={1}
          required
          defaultValue={answer?.typed.time}
          errors={errors?.time}
        />
        <button type="submit" className={panel.button_primary}>
          {t('release.enter')}
        </button>
      </Form>
    </details>
  );
}
