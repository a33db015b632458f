/** What can be decided about a flight: each opens with its reason, which everybody can read. */
import type { ReactNode } from 'react';
import { Form, useLocation } from 'react-router';
import { flightMachine, isBeforeRelease } from '#domain/flights/flight.ts';
import type { WholePlan } from '#domain/flights/plan-contract.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Area, Field, Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import panel from '#web/ui/panel.module.css';
import type { Typed } from './plan-form.ts';
import styles from './season-flights.module.css';

interface FlightDecisionsProps {
  flight: WholePlan;
  /** The address of the page. */
  own: string;
  /** The present day at the loft. */
  today: string;
  /** What was typed in one of these forms. */
  typed: Typed | undefined;
  refused: RefusedForm['refused'] | undefined;
}

export function FlightDecisions({ flight, own, today, typed, refused }: FlightDecisionsProps) {
  const { t } = useTranslation();
  const { reopen, annul } = { reopen: undefined, annul: undefined, ...flightMachine.steps[flight.status] };
  const isShown = !flight.is_draft;
  const canPostpone = isShown && isBeforeRelease(flight.status);
  const canClose = flight.status === 'released' && flight.closes_at === null && flight.replay_factor === null;
  const canLeave = isShown && flight.status === 'basketing' && flight.basketed_count === 0;
  const canRemove = flight.basketed_count === 0 && (flight.status === 'planned' || flight.status === 'basketing');
  if (!canPostpone && !canClose && !canRemove && !annul) return null;
  const form = (intent: string) => ({
    intent,
    flight,
    own,
    typed: typed?.intent === intent ? typed : undefined,
    refused: typed?.intent === intent ? refused : undefined,
  });
  return (
    <div className={styles.decisions}>
      {canPostpone && (
        <Decision {...form('postpone')} id="postpone" word={t('flights.postpone')}>
          <DayAndTime
            {...form('postpone')}
            name="release"
            label={t('flights.release_day')}
            hint={t('flights.postpone_hint')}
            day={flight.release_date ?? ''}
            time={flight.release_clock}
          />
        </Decision>
      )}
      {canClose && (
        <Decision {...form('close')} word={t('flights.close')}>
          <DayAndTime
            {...form('close')}
            name="closing"
            label={t('flights.closing_day')}
            hint={t('flights.close_hint')}
            day={today}
            time=""
          />
        </Decision>
      )}
      {canLeave && (
        <Decision {...form('close_basketing')} word={t('flights.close_basketing')} hasReason={false}>
          <p>{t('flights.close_basketing_hint')}</p>
        </Decision>
      )}
      {reopen && <Decision {...form('reopen')} word={t('flights.reopen')} />}
      {isShown && annul && <Decision {...form('annul')} word={t('flights.annul')} isDangerous />}
      {canRemove && <Decision {...form('remove')} word={t('flights.remove')} isDangerous hasReason={false} />}
    </div>
  );
}

interface DecisionProps extends Pick<FlightDecisionsProps, 'flight' | 'own' | 'typed' | 'refused'> {
  intent: string;
  word: string;
  /** The part of an address that opens it. */
  id?: string;
  isDangerous?: boolean;
  hasReason?: boolean;
  children?: ReactNode;
}

function Decision({
  intent,
  id,
  word,
  flight,
  own,
  typed,
  refused,
  isDangerous = false,
  hasReason = true,
  children,
}: DecisionProps) {
  const { t } = useTranslation();
  const { hash } = useLocation();
  return (
    <details id={id} className={styles.decision} open={typed !== undefined || (id !== undefined && hash === `#${id}`)}>
      <summary className={panel.button}>{word}</summary>
      <Form method="post" action={own} className={forms.form} noValidate preventScrollReset>
        {!refused?.errors && <Wrong refused={refused} />}
        <input type="hidden" name="version" value={flight.version} />
        {children}
        {hasReason && (
          <Area
            label={t('flights.public_reason')}
            name="reason"
            rows={2}
            maxLength={1000}
            defaultValue={typed?.reason ?? ''}
            errors={refused?.errors?.reason}
          />
        )}
        <button
          type="submit"
          name="intent"
          value={intent}
          className={isDangerous ? `${panel.button} ${forms.danger}` : panel.button}
        >
          {word}
        </button>
      </Form>
    </details>
  );
}

interface DayAndTimeProps extends Pick<FlightDecisionsProps, 'typed' | 'refused'> {
  /** Its fields are `…_date` and `…_time`. */
  name: string;
  label: string;
  hint: string;
  day: string;
  time: string;
}

/** The day and the time to which a flight is postponed, or at which it closes. */
function DayAndTime({ name, label, hint, day, time, typed, refused }: DayAndTimeProps) {
  const { t } = useTranslation();
  const [date_name, time_name] = [`${name}_date`, `${name}_time`];
  return (
    <div className={forms.pair}>
      <Field
        label={label}
        type="date"
        name={date_name}
        hint={hint}
        defaultValue={typed ? typed[date_name] : day}
        errors={refused?.errors?.[date_name]}
      />
      <Field
        label={t('flights.release_time')}
        type="time"
        name={time_name}
        defaultValue={typed ? typed[time_name] : time}
        errors={refused?.errors?.[time_name]}
      />
    </div>
  );
}
