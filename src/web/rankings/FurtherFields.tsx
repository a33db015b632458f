/** What few rankings need of a rule: who takes part, what a flight must be, weights, bonus, bounds of flights to come. */
import type { FieldErrors } from '#domain/refusal.ts';
import { countedKinds } from '#domain/seasons/rulebook.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Check, Choice, Field } from '#web/ui/Field.tsx';
import form from '#web/ui/form.module.css';
import styles from './ranking-admin.module.css';

export interface FurtherFieldsProps {
  typed: Readonly<Record<string, string>>;
  errors: FieldErrors | undefined;
  /** What can be bought with an entry. */
  products: readonly { id: number; name: string }[];
  isCoefficient: boolean;
}

/** The fields of this part that an error can stand at. */
const own = /^(divided_by|most_birds|limit|least_distance|weights|bonuses|add_on|countries|colours|fastest|slowest)$/;

export function FurtherFields({ typed, errors, products, isCoefficient }: FurtherFieldsProps) {
  const { t } = useTranslation();
  const field = (name: string) => ({ name, defaultValue: typed[name] ?? '', errors: errors?.[name] });
  const box = (name: string) => ({ name, value: 'on', defaultChecked: Boolean(typed[name]) });
  const kinds = countedKinds.map((kind) => ({ kind, word: t(`kind.${kind}`) }));
  const isWrong = Object.keys(errors ?? {}).some((name) => own.test(name));
  return (
    <details className={styles.more} open={isWrong}>
      <summary>{t('ranking_admin.more')}</summary>
      {isCoefficient && (
        <div className={form.pair}>
          <Choice label={t('ranking_admin.divided_by')} {...field('divided_by')}>
            <option value="basketed">{t('aces.of_basketed')}</option>
            <option value="prizes">{t('aces.of_prizes')}</option>
          </Choice>
          <Field
            label={t('ranking_admin.most_birds')}
            hint={t('ranking_admin.all')}
            inputMode="numeric"
            {...field('most_birds')}
          />
        </div>
      )}
      <div className={form.pair}>
        <Choice label={t('product.add_on')} {...field('add_on')}>
          <option value="">{t('ranking_admin.nothing')}</option>
          {products.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
        <Field
          label={t('ranking_admin.countries')}
          hint={t('ranking_admin.countries_hint')}
          autoComplete="off"
          {...field('countries')}
        />
        <Field
          label={t('ranking_admin.colours')}
          hint={t('ranking_admin.commas')}
          autoComplete="off"
          {...field('colours')}
        />
        <Field label={t('ranking_admin.least_distance')} inputMode="decimal" {...field('least_distance')} />
        <Field label={t('ranking_admin.limit')} inputMode="decimal" {...field('limit')} />
        <Check label={t('ranking_admin.limit_counts')} {...box('limit_counts')} />
        <Check label={t('aces.prizes_only')} {...box('prizes_only')} />
        <Check label={t('aces.by_count')} {...box('by_count')} />
      </div>
      <fieldset className={styles.kinds}>
        <legend>{t('ranking_admin.must')}</legend>
        {kinds.map(({ kind, word }) => (
          <label key={kind}>
            <input type="checkbox" {...box(`must_${kind}`)} /> {word}
          </label>
        ))}
      </fieldset>
      {(['weight', 'bonus'] as const).map((what) => (
        <div key={what} className={form.pair}>
          {kinds.map(({ kind, word }, i) => (
            <Field
              key={kind}
              label={`${t(`ranking_admin.${what}`)}: ${word}`}
              inputMode="decimal"
              {...field(`${what}_${kind}`)}
              errors={i === 0 ? errors?.[what === 'weight' ? 'weights' : 'bonuses'] : undefined}
            />
          ))}
        </div>
      ))}
      <div className={form.pair}>
        <Field label={t('ranking_admin.fastest')} inputMode="numeric" {...field('fastest')} />
        <Field label={t('ranking_admin.slowest')} inputMode="numeric" {...field('slowest')} />
      </div>
    </details>
  );
}
