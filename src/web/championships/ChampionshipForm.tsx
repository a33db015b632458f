/** The seasons and the rule of a championship as choices. */
import type { ChampionshipSeason } from '#domain/championships/contract.ts';
import { championOf, championTieBreaks } from '#domain/championships/rule.ts';
import type { FieldErrors } from '#domain/refusal.ts';
import { countedKinds } from '#domain/seasons/rulebook.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Area, Check, Choice, Field } from '#web/ui/Field.tsx';
import form from '#web/ui/form.module.css';
import { newChampionship, tieFields } from './championship-form.ts';
import styles from './championships.module.css';

interface ChampionshipFormProps {
  typed: Readonly<Record<string, string>>;
  seasons: readonly ChampionshipSeason[];
  errors: FieldErrors | undefined;
}

export function ChampionshipForm({ typed, seasons, errors }: ChampionshipFormProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const field = (name: string) => ({
    name,
    defaultValue: typed[name] ?? newChampionship[name],
    errors: errors?.[name],
  });
  const words = { highest: typed.highest || newChampionship.highest, lowest: typed.lowest || newChampionship.lowest };
  return (
    <>
      <Field label={t('admin.year')} inputMode="numeric" {...field('year')} />
      <Check
        label={t('championships.world_list')}
        hint={t('championships.world_list_hint')}
        name="is_world_list"
        value="on"
        defaultChecked={Boolean(typed.is_world_list)}
        errors={errors?.is_world_list}
      />
      <fieldset className={styles.boxes}>
        <legend>{t('nav.seasons')}</legend>
        {seasons.map(({ id, name, loft }) => (
          <label key={id}>
            <input type="checkbox" name={`season_${id}`} defaultChecked={Boolean(typed[`season_${id}`])} />{' '}
            <bdi>{loft.name}</bdi> · <bdi>{name}</bdi>
          </label>
        ))}
      </fieldset>
      <div className={form.pair}>
        <Choice label={t('ranking_admin.whom')} {...field('of')}>
          {championOf.map((one) => (
            <option key={one} value={one}>
              {t(one === 'pigeon' ? 'board.pigeon' : `aces.of_${one}`)}
            </option>
          ))}
        </Choice>
        <Field label={t('ranking_admin.birds')} hint={t('ranking_admin.all')} inputMode="numeric" {...field('birds')} />
        <Choice label={t('aces.counted')} {...field('measure')}>
          <option value="points">{t('aces.by_points', words)}</option>
          <option value="table">{t('aces.by_table')}</option>
        </Choice>
        <Field label={t('ranking_admin.decimals')} inputMode="numeric" {...field('decimals')} />
        <Field label={t('ranking_admin.highest')} inputMode="decimal" {...field('highest')} />
        <Field label={t('ranking_admin.lowest')} inputMode="decimal" {...field('lowest')} />
        <Field label={t('ranking_admin.part_of')} inputMode="numeric" {...field('part_of')} />
      </div>
      <Area label={t('ranking_admin.steps')} hint={t('ranking_admin.steps_hint')} rows={4} {...field('steps')} />
      <fieldset className={styles.boxes}>
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
        <Field label={t('ranking_admin.least')} inputMode="numeric" {...field('least')} />
        <Field
          label={t('championships.per_loft_label')}
          hint={t('ranking_admin.all')}
          inputMode="numeric"
          {...field('most_per_loft')}
        />
        <Field label={t('championships.basketed_label')} inputMode="numeric" {...field('least_basketed')} />
        {tieFields.map((name, i) => (
          <Choice key={name} label={t('ranking_admin.tie', { n: formatNumber(locale, i + 1) })} {...field(name)}>
            <option value="">{t('ranking_admin.nothing')}</option>
            {championTieBreaks.map((one) => (
              <option key={one} value={one}>
                {t(`aces.${one}`)}
              </option>
            ))}
          </Choice>
        ))}
      </div>
    </>
  );
}
