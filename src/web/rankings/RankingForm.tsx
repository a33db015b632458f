/** The rule of a ranking as choices: how it is counted, who is ranked, which flights count, what decides between equals. */
import { useState } from 'react';
import { roundings, tieBreaks } from '#domain/rankings/ranking-rule.ts';
import type { FieldErrors } from '#domain/refusal.ts';
import { countedKinds } from '#domain/seasons/rulebook.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Area, Choice, Field } from '#web/ui/Field.tsx';
import form from '#web/ui/form.module.css';
import { FurtherFields, type FurtherFieldsProps } from './FurtherFields.tsx';
import { RankingPrizeFields } from './RankingPrizeFields.tsx';
import styles from './ranking-admin.module.css';
import { measures, newRanking, subjects, tieFields } from './ranking-form.ts';

interface RankingFormProps {
  typed: Readonly<Record<string, string>>;
  errors: FieldErrors | undefined;
  products: FurtherFieldsProps['products'];
  flights: FurtherFieldsProps['flights'];
}

export function RankingForm({ typed, errors, products, flights }: RankingFormProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [measure, setMeasure] = useState(typed.measure ?? 'mean_speed');
  const [subject, setSubject] = useState(typed.subject ?? 'pigeon');
  const field = (name: string) => ({ name, defaultValue: typed[name] ?? newRanking[name], errors: errors?.[name] });
  // Without a script every field is there, because nothing can show it when another measure is chosen.
  const hydrated = useHydrated();
  const is = (...some: string[]) => !hydrated || some.includes(measure);
  const hasRegions = !hydrated || subject === 'region';
  const factor = formatNumber(locale, Number(typed.factor) || 100);
  // What a measure does not ask for is not sent.
  const words = { factor, highest: typed.highest || newRanking.highest, lowest: typed.lowest || newRanking.lowest };
  return (
    <>
      <Choice label={t('aces.counted')} {...field('measure')} onChange={(event) => setMeasure(event.target.value)}>
        {measures.map((one) => (
          <option key={one} value={one}>
            {t(`aces.by_${one}`, words)}
          </option>
        ))}
      </Choice>
      <div className={form.pair}>
        {is('mean_speed', 'total_speed') && (
          <Choice label={t('ranking_admin.unit')} {...field('unit')}>
            <option value="m/min">{t('unit.m_min')}</option>
            <option value="yd/min">{t('unit.yd_min')}</option>
          </Choice>
        )}
        {is('coefficient') && <Field label={t('ranking_admin.factor')} inputMode="numeric" {...field('factor')} />}
        {is('points') && (
          <>
            <Field label={t('ranking_admin.highest')} inputMode="decimal" {...field('highest')} />
            <Field label={t('ranking_admin.lowest')} inputMode="decimal" {...field('lowest')} />
          </>
        )}
        {is('mean_speed', 'total_speed', 'coefficient', 'points', 'table') && (
          <Field label={t('ranking_admin.decimals')} inputMode="numeric" {...field('decimals')} />
        )}
        {is('mean_speed', 'total_speed', 'coefficient', 'points') && (
          <Choice label={t('ranking_admin.rounding')} {...field('rounding')}>
            {roundings.map((one) => (
              <option key={one} value={one}>
                {t(`ranking_admin.${one}`)}
              </option>
            ))}
          </Choice>
        )}
      </div>
      {is('table') && (
        <Area label={t('ranking_admin.steps')} hint={t('ranking_admin.steps_hint')} rows={5} {...field('steps')} />
      )}
      <div className={form.pair}>
        <Choice
          label={t('ranking_admin.whom')}
          {...field('subject')}
          onChange={(event) => setSubject(event.target.value)}
        >
          {subjects.map((one) => (
            <option key={one} value={one}>
              {t(one === 'pigeon' ? 'board.pigeon' : `aces.of_${one}`)}
            </option>
          ))}
        </Choice>
        {(!hydrated || subject !== 'pigeon') && (
          <Field label={t('ranking_admin.birds')} inputMode="numeric" {...field('birds')} />
        )}
        {hasRegions && (
          <Area
            label={t('ranking_admin.regions')}
            hint={t('ranking_admin.regions_hint')}
            rows={5}
            {...field('regions')}
          />
        )}
        {(!hydrated || subject === 'team') && (
          <>
            <label className={styles.named}>
              <input type="checkbox" name="named" value="on" defaultChecked={Boolean(typed.named)} />{' '}
              {t('ranking_admin.named')}
            </label>
            <Field label={t('ranking_admin.named_before')} type="date" {...field('named_before')} />
          </>
        )}
        <Choice label={t('ranking_admin.only')} {...field('sexes')}>
          <option value="">{t('ranking_admin.any_sex')}</option>
          <option value="hen">{t('sex.hen')}</option>
          <option value="cock">{t('sex.cock')}</option>
        </Choice>
        <Field label={t('ranking_admin.active_before')} type="date" {...field('active_before')} />
      </div>
      <fieldset className={styles.kinds}>
        <legend>{t('aces.flights_of')}</legend>
        {countedKinds.map((kind) => (
          <label key={kind}>
            <input type="checkbox" name={`kind_${kind}`} defaultChecked={Boolean(typed[`kind_${kind}`])} />{' '}
            {t(`kind.${kind}`)}
          </label>
        ))}
        {errors?.kinds && <p className={form.wrong}>{t('ranking_admin.kinds_missing')}</p>}
      </fieldset>
      <div className={form.pair}>
        <Field label={t('ranking_admin.best')} hint={t('ranking_admin.all')} inputMode="numeric" {...field('best')} />
        <Field
          label={t('ranking_admin.least')}
          hint={t('ranking_admin.least_hint')}
          inputMode="numeric"
          {...field('least')}
        />
        {tieFields.map((name, i) => (
          <Choice key={name} label={t('ranking_admin.tie', { n: formatNumber(locale, i + 1) })} {...field(name)}>
            <option value="">{t('ranking_admin.nothing')}</option>
            {tieBreaks.map((one) => (
              <option key={one} value={one}>
                {t(`aces.${one}`)}
              </option>
            ))}
          </Choice>
        ))}
      </div>
      <FurtherFields
        typed={typed}
        errors={errors}
        products={products}
        flights={flights}
        isCoefficient={is('coefficient')}
        isSpeed={is('mean_speed', 'total_speed')}
        isOfGroups={!hydrated || subject !== 'pigeon'}
        hasRegions={hasRegions}
      />
      <RankingPrizeFields typed={typed} errors={errors} isPublished={false} subject={subject} />
    </>
  );
}
