/** The fields of a flight's plan, with the places that it may be released from beside them on a map. */
import { type BirdsToFly, canFly } from '#domain/entries/birds-to-fly.ts';
import { flightEntries, flightKinds } from '#domain/flights/flight.ts';
import type { ReleasePoint } from '#domain/flights/release-point-contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import type { FieldErrors } from '#domain/refusal.ts';
import { formatCalendarDay, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import type { Sight } from '#web/map/place.ts';
import { Area, Check, Field } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Segments } from '#web/ui/Segments.tsx';
import { type Clock, ClockChoice } from './ClockChoice.tsx';
import { PlanTimes } from './PlanTimes.tsx';
import { PointChoice } from './PointChoice.tsx';
import { PointFields, type PointFieldsProps } from './PointFields.tsx';
import { PointsMap } from './PointsMap.tsx';
import type { KeptPlace, Typed } from './plan-form.ts';
import { SpeedField } from './SpeedField.tsx';
import styles from './season-flights.module.css';

export interface PlanFieldsProps {
  typed: Typed;
  errors: FieldErrors | undefined;
  loft: Loft;
  birds: BirdsToFly;
  /** The clocks of the loft. */
  clocks: readonly Clock[];
  points: readonly ReleasePoint[];
  /** Loft and places on a drawn map; null without any. */
  overview: (Sight & { land: string }) | null;
  /** The map on which another place is chosen, and the place that is edited. */
  picker: Omit<PointFieldsProps, 'errors' | 'typed'>;
  kept: KeptPlace['kept'] | undefined;
  /** The public sees the flight: its time is postponed elsewhere, and its place moves for a reason. */
  isShown?: boolean;
  /** Birds are basketed: kind and entry stay. */
  isFixed?: boolean;
}

/** Asks whether a release that is over is meant. */
export function WasReleased({ errors, name }: { errors: FieldErrors | undefined; name: string }) {
  const { t } = useTranslation();
  const isAsked = errors?.[name]?.some(({ code }) => code === 'release_is_over') ?? false;
  return isAsked && <Check label={t('flights.is_over')} name="is_over" defaultChecked={false} />;
}

export function PlanFields({
  typed,
  errors,
  loft,
  birds,
  clocks,
  points,
  overview,
  picker,
  kept,
  ...flight
}: PlanFieldsProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const field = (name: string) => ({ name, defaultValue: typed[name] ?? '', errors: errors?.[name] });
  const timed = flight.isShown && typed.release_date !== undefined && typed.release_date !== '';
  return (
    <div className={styles.plan}>
      <div className={forms.form}>
        <Segments
          name="kind"
          legend={t('facts.kind')}
          value={typed.kind}
          isFixed={flight.isFixed}
          errors={errors?.kind}
          choices={flightKinds.map((kind) => ({ value: kind, words: t(`kind.${kind}`) }))}
        />
        <Field label={t('sheet.name')} maxLength={128} autoComplete="off" required {...field('name')} />
        {timed ? (
          <div className={styles.fixed}>
            <input type="hidden" name="release_date" value={typed.release_date} />
            <input type="hidden" name="release_time" value={typed.release_time} />
            <span>
              {t('facts.release')}: <b>{formatCalendarDay(locale, typed.release_date!, 'words')}</b>{' '}
              <bdi dir="ltr" className="num">
                {typed.release_time}
              </bdi>
            </span>
            <Link to="#postpone" className={panel.button}>
              {t('flights.postpone')}
            </Link>
          </div>
        ) : (
          <div className={forms.pair}>
            <Field label={t('flights.release_day')} type="date" {...field('release_date')} />
            <Field label={t('flights.release_time')} type="time" {...field('release_time')} />
          </div>
        )}
        <WasReleased errors={errors} name="release_date" />
        <div className={forms.pair}>
          <Field label={t('flights.basketing_day')} type="date" {...field('basketing_date')} />
          <Field label={t('flights.release_time')} type="time" {...field('basketing_time')} />
        </div>
        <PointChoice
          chosen={typed.release_point_id ?? ''}
          points={points}
          loft={loft}
          errors={errors?.release_point_id}
        />
        <PointFields key={`${kept}`} {...picker} typed={kept === undefined ? typed : {}} errors={errors} />
        {flight.isShown && <Area label={t('flights.move_reason')} rows={2} maxLength={1000} {...field('reason')} />}
        <div className={forms.pair}>
          <Field
            label={t('flights.stated')}
            hint={t('flights.stated_hint')}
            maxLength={40}
            autoComplete="off"
            {...field('distance')}
          />
          <Field label={t('flights.stated_note')} maxLength={200} autoComplete="off" {...field('distance_note')} />
        </div>
        <Segments
          name="entry"
          legend={t('flights.may_fly')}
          value={typed.entry}
          isFixed={flight.isFixed}
          errors={errors?.entry}
          choices={flightEntries.map((entry) => ({
            value: entry,
            words: t(`flights.${entry}`, { n: formatNumber(locale, canFly(birds, entry)) }),
          }))}
        />
        <SpeedField typed={typed} errors={errors} unit={loft.unit} />
        <ClockChoice clocks={clocks} typed={typed} />
        <Check label={t('flights.news')} name="notifies_followers" defaultChecked={typed.notifies_followers === 'on'} />
      </div>
      <div className={styles.beside}>
        {overview && <PointsMap {...overview} loft={loft} points={points} chosen={typed.release_point_id ?? ''} />}
        <PlanTimes typed={typed} points={points} unit={loft.unit} />
      </div>
    </div>
  );
}
