/** The form of a rulebook: every choice is explained, and the example beside it follows the chosen values. */
import { Form, useNavigation } from 'react-router';
import type { FieldError } from '#domain/refusal.ts';
import { activationRefunds, entryRefunds, manualArrivals, type Rulebook } from '#domain/seasons/rulebook.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { closingWords, nightWords, roundingWords, unitWords } from '#web/lib/rule-words.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Field, Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import panel from '#web/ui/panel.module.css';
import { Radios } from './Radios.tsx';
import { LimitFields } from './RulebookLimits.tsx';
import { AceFields, PrizeFields } from './RulebookRewards.tsx';
import styles from './rulebook.module.css';
import { chosenIn, typedOf } from './rulebook-form.ts';

export interface RulebookFormProps {
  version: number;
  rulebook: Rulebook;
  failed: RefusedForm | undefined;
  /** The input of the examples: the valid part of the form. */
  chosen: Rulebook;
  onChoice: (book: Rulebook) => void;
}

export function RulebookForm({ version, rulebook, failed, chosen, onChoice }: RulebookFormProps) {
  const { t } = useTranslation();
  const busy = useNavigation().state === 'submitting';
  const typed = failed?.typed ?? typedOf(rulebook);
  const wrong = (path: string): readonly FieldError[] | undefined => failed?.refused.errors?.[`rulebook.${path}`];
  const field = (name: string, path: string) => ({ name, defaultValue: typed[name], errors: wrong(path) });
  const decimals = Number(typed.decimals) || 0;
  return (
    <Form
      key={failed ? 'failed' : version}
      method="post"
      className={`${panel.panel} ${styles.form}`}
      noValidate
      preventScrollReset
      onInput={(event) => onChoice(chosenIn(new FormData(event.currentTarget), chosen))}
    >
      <input type="hidden" name="after_version" value={version} />
      <input type="hidden" name="yards_per_metre" value={typed.yards_per_metre} />
      <Wrong refused={failed?.refused} />
      <Radios
        name="unit"
        legend={t('rules.speed')}
        value={typed.unit}
        errors={wrong('rules.speed.unit')}
        choices={(['m/min', 'yd/min'] as const).map((unit) => ({ value: unit, words: unitWords(t, unit) }))}
      />
      <Radios
        name="rounding"
        legend={t('rulebook.decimals')}
        value={typed.rounding}
        errors={wrong('rules.speed.rounding')}
        choices={(['half-up', 'cut', 'none'] as const).map((rounding) => ({
          value: rounding,
          words: roundingWords(t, { rounding, decimals }),
        }))}
      />
      <div className={styles.decimals}>
        <Field label={t('rulebook.decimals')} inputMode="numeric" {...field('decimals', 'rules.speed.decimals')} />
      </div>
      <Radios
        name="precision"
        legend={t('board.time')}
        value={typed.precision}
        errors={wrong('rules.precision_ms')}
        choices={([1, 10, 100, 1000] as const).map((ms) => ({ value: String(ms), words: t(`rules.precision_${ms}`) }))}
      />
      <Radios
        name="ties"
        legend={t('rules.ties')}
        value={typed.ties}
        errors={wrong('rules.ties')}
        choices={(['shared', 'consecutive'] as const).map((ties) => ({ value: ties, words: t(`rules.ties_${ties}`) }))}
      />
      <Radios
        name="night"
        legend={t('rules.night')}
        value={typed.night}
        errors={wrong('rules.closed_night')}
        choices={[
          { value: 'none', words: nightWords(t, { kind: 'none' }) },
          {
            value: 'hours',
            words: nightWords(t, { kind: 'hours', closes: typed.closes ?? '', opens: typed.opens ?? '' }),
            fields: (
              <div className={forms.pair}>
                <Field label={t('rulebook.closes')} type="time" {...field('closes', 'rules.closed_night.closes')} />
                <Field label={t('rulebook.opens')} type="time" {...field('opens', 'rules.closed_night.opens')} />
              </div>
            ),
          },
          {
            value: 'sun',
            words: nightWords(t, {
              kind: 'sun',
              after_sunset_min: Number(typed.after_sunset) || 0,
              before_sunrise_min: Number(typed.before_sunrise) || 0,
            }),
            fields: (
              <div className={forms.pair}>
                <Field
                  label={t('rulebook.after_sunset')}
                  {...field('after_sunset', 'rules.closed_night.after_sunset_min')}
                />
                <Field
                  label={t('rulebook.before_sunrise')}
                  {...field('before_sunrise', 'rules.closed_night.before_sunrise_min')}
                />
              </div>
            ),
          },
        ]}
      />
      <Radios
        name="closing"
        legend={t('rules.closing')}
        value={typed.closing}
        errors={wrong('rules.closing')}
        choices={[
          { value: 'none', words: closingWords(t, { kind: 'none' }) },
          {
            value: 'hours',
            words: closingWords(t, { kind: 'hours', hours: Number(typed.hours) || 0 }),
            fields: (
              <Field label={t('rulebook.hours')} inputMode="decimal" {...field('hours', 'rules.closing.hours')} />
            ),
          },
          {
            value: 'day',
            words: closingWords(t, { kind: 'day', day: Number(typed.day) || 0, time: typed.time ?? '' }),
            fields: (
              <div className={forms.pair}>
                <Field label={t('rulebook.day')} inputMode="numeric" {...field('day', 'rules.closing.day')} />
                <Field label={t('rulebook.time')} type="time" {...field('time', 'rules.closing.time')} />
              </div>
            ),
          },
        ]}
      />
      <LimitFields typed={typed} errors={failed?.refused.errors} />
      <Radios
        name="manual_arrival"
        legend={t('rulebook.manual_arrival')}
        value={typed.manual_arrival}
        errors={wrong('manual_arrival')}
        choices={manualArrivals.map((value) => ({ value, words: t(`rulebook.manual_${value}`) }))}
      />
      <AceFields typed={typed} count={rulebook.aces.length} errors={failed?.refused.errors} />
      <PrizeFields typed={typed} errors={failed?.refused.errors} />
      <Radios
        name="refund_entry"
        legend={t('rulebook.refunds')}
        value={typed.refund_entry}
        errors={wrong('refunds.entry')}
        choices={entryRefunds.map((value) => ({ value, words: t(`rulebook.refund_entry_${value}`) }))}
      />
      <Radios
        name="refund_activation"
        legend={t('kind.activation')}
        value={typed.refund_activation}
        errors={wrong('refunds.activation')}
        choices={activationRefunds.map((value) => ({ value, words: t(`rulebook.refund_activation_${value}`) }))}
      />
      <button type="submit" className={panel.button_primary} disabled={busy}>
        {t('rulebook.publish')}
      </button>
    </Form>
  );
}
