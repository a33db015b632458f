/** The rules of a race as fields of a form: every choice is explained. */
import type { FieldError } from '#domain/refusal.ts';
import { closingWords, nightWords, roundingWords, unitWords } from '#web/lib/rule-words.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Field } from './Field.tsx';
import forms from './form.module.css';
import { Radios } from './Radios.tsx';
import styles from './radios.module.css';

export interface RaceRuleFieldsProps {
  typed: Readonly<Record<string, string>>;
  /** The errors at a path of the rules. */
  wrong: (path: string) => readonly FieldError[] | undefined;
}

export function RaceRuleFields({ typed, wrong }: RaceRuleFieldsProps) {
  const { t } = useTranslation();
  const field = (name: string, path: string) => ({ name, defaultValue: typed[name], errors: wrong(path) });
  const decimals = Number(typed.decimals) || 0;
  return (
    <>
      <input type="hidden" name="yards_per_metre" value={typed.yards_per_metre} />
      <Radios
        name="unit"
        legend={t('rules.speed')}
        value={typed.unit}
        errors={wrong('speed.unit')}
        choices={(['m/min', 'yd/min'] as const).map((unit) => ({ value: unit, words: unitWords(t, unit) }))}
      />
      <Radios
        name="rounding"
        legend={t('rulebook.decimals')}
        value={typed.rounding}
        errors={wrong('speed.rounding')}
        choices={(['half-up', 'cut', 'none'] as const).map((rounding) => ({
          value: rounding,
          words: roundingWords(t, { rounding, decimals }),
        }))}
      />
      <div className={styles.decimals}>
        <Field label={t('rulebook.decimals')} inputMode="numeric" {...field('decimals', 'speed.decimals')} />
      </div>
      <Radios
        name="precision"
        legend={t('board.time')}
        value={typed.precision}
        errors={wrong('precision_ms')}
        choices={([1, 10, 100, 1000] as const).map((ms) => ({ value: String(ms), words: t(`rules.precision_${ms}`) }))}
      />
      <Radios
        name="ties"
        legend={t('rules.ties')}
        value={typed.ties}
        errors={wrong('ties')}
        choices={(['shared', 'consecutive'] as const).map((ties) => ({ value: ties, words: t(`rules.ties_${ties}`) }))}
      />
      <Radios
        name="night"
        legend={t('rules.night')}
        value={typed.night}
        errors={wrong('closed_night')}
        choices={[
          { value: 'none', words: nightWords(t, { kind: 'none' }) },
          {
            value: 'hours',
            words: nightWords(t, { kind: 'hours', closes: typed.closes ?? '', opens: typed.opens ?? '' }),
            fields: (
              <div className={forms.pair}>
                <Field label={t('rulebook.closes')} type="time" {...field('closes', 'closed_night.closes')} />
                <Field label={t('rulebook.opens')} type="time" {...field('opens', 'closed_night.opens')} />
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
                <Field label={t('rulebook.after_sunset')} {...field('after_sunset', 'closed_night.after_sunset_min')} />
                <Field
                  label={t('rulebook.before_sunrise')}
                  {...field('before_sunrise', 'closed_night.before_sunrise_min')}
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
        errors={wrong('closing')}
        choices={[
          { value: 'none', words: closingWords(t, { kind: 'none' }) },
          {
            value: 'hours',
            words: closingWords(t, { kind: 'hours', hours: Number(typed.hours) || 0 }),
            fields: <Field label={t('rulebook.hours')} inputMode="decimal" {...field('hours', 'closing.hours')} />,
          },
          {
            value: 'share',
            words: closingWords(t, { kind: 'share', percent: Number(typed.percent) || 0 }),
            fields: (
              <Field label={t('rulebook.percent')} inputMode="numeric" {...field('percent', 'closing.percent')} />
            ),
          },
          {
            value: 'day',
            words: closingWords(t, { kind: 'day', day: Number(typed.day) || 0, time: typed.time ?? '' }),
            fields: (
              <div className={forms.pair}>
                <Field label={t('rulebook.day')} inputMode="numeric" {...field('day', 'closing.day')} />
                <Field label={t('rulebook.time')} type="time" {...field('time', 'closing.time')} />
              </div>
            ),
          },
        ]}
      />
    </>
  );
}
