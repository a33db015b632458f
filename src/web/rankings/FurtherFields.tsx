/** What few rankings need of a rule: who takes part, what a flight must be, prizes, weights, bonus, bounds of flights to come. */
import { roundings } from '#domain/rankings/ranking-rule.ts';
import type { FieldErrors } from '#domain/refusal.ts';
import { countedKinds } from '#domain/seasons/rulebook.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Area, Check, Choice, Field } from '#web/ui/Field.tsx';
import form from '#web/ui/form.module.css';
import styles from './ranking-admin.module.css';

export interface FurtherFieldsProps {
  typed: Readonly<Record<string, string>>;
  errors: FieldErrors | undefined;
  /** What can be bought with an entry. */
  products: readonly { id: number; name: string }[];
  /** The flights of the season, which can count for themselves. */
  flights: readonly { id: number; name: string }[];
  isCoefficient: boolean;
  isSpeed: boolean;
  isOfGroups: boolean;
  /** Whether regions are named in the first part of the form. */
  hasRegions: boolean;
}

/** The fields of this part that an error can stand at. */
const own =
  /^((part|weight|bonus|per)(_\w+)?|divided_by|most_birds|limit|least_distance|add_on|countries|colours|only_regions|regions|yards_per_metre|fastest|slowest)$/;
/** Weight or bonus of a flight of its own. */
const ownFlight = /^(weight|bonus)_\d+$/;

export function FurtherFields({ typed, errors, products, flights, ...shown }: FurtherFieldsProps) {
  const { t } = useTranslation();
  const field = (name: string) => ({ name, defaultValue: typed[name] ?? '', errors: errors?.[name] });
  const box = (name: string) => ({ name, value: 'on', defaultChecked: Boolean(typed[name]) });
  const kinds = countedKinds.map((kind) => ({ of: kind, word: t(`kind.${kind}`) }));
  const has = (pattern: RegExp) =>
    Object.keys(errors ?? {}).some((name) => pattern.test(name) && !(shown.hasRegions && name === 'regions'));
  const weights = (of: string | number, word: string) => (
    <fieldset key={of} className={styles.weights}>
      <legend>{word}</legend>
      <Field label={t('ranking_admin.weight')} inputMode="numeric" {...field(`weight_${of}`)} />
      <Field label={t('ranking_admin.bonus')} inputMode="decimal" {...field(`bonus_${of}`)} />
      <Choice label={t('ranking_admin.bonus_per')} {...field(`per_${of}`)}>
        <option value="flight">{t('ranking_admin.per_flight')}</option>
        <option value="km">{t('ranking_admin.per_km')}</option>
      </Choice>
    </fieldset>
  );
  return (
    <details className={styles.more} open={has(own)}>
      <summary>{t('ranking_admin.more')}</summary>
      {shown.isCoefficient && (
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
        <Field
          label={t('ranking_admin.only_regions')}
          hint={t('ranking_admin.commas')}
          autoComplete="off"
          {...field('only_regions')}
        />
        {!shown.hasRegions && (
          <Area
            label={t('ranking_admin.regions')}
            hint={t('ranking_admin.regions_hint')}
            rows={3}
            {...field('regions')}
          />
        )}
        {shown.isSpeed && (
          <Field
            label={t('ranking_admin.yards_per_metre')}
            hint={t('ranking_admin.yards_hint')}
            inputMode="decimal"
            {...field('yards_per_metre')}
          />
        )}
        {shown.isOfGroups && <Check label={t('ranking_admin.complete')} {...box('complete')} />}
        <Field label={t('ranking_admin.least_distance')} inputMode="decimal" {...field('least_distance')} />
        <Field label={t('ranking_admin.limit')} inputMode="decimal" {...field('limit')} />
        <Check label={t('ranking_admin.limit_counts')} {...box('limit_counts')} />
        <Field
          label={t('ranking_admin.part_of')}
          hint={t('ranking_admin.part_of_hint')}
          inputMode="numeric"
          {...field('part_of')}
        />
        <Field
          label={t('ranking_admin.part')}
          inputMode="numeric"
          {...field('part')}
          defaultValue={typed.part ?? '1'}
        />
        <Choice
          label={t('ranking_admin.part_rounding')}
          {...field('part_rounding')}
          defaultValue={typed.part_rounding ?? 'up'}
        >
          {roundings.map((one) => (
            <option key={one} value={one}>
              {t(`ranking_admin.${one}`)}
            </option>
          ))}
        </Choice>
        <Check label={t('aces.prizes_only')} {...box('prizes_only')} />
        <Check label={t('aces.by_count')} {...box('by_count')} />
      </div>
      <fieldset className={styles.kinds}>
        <legend>{t('ranking_admin.must')}</legend>
        {kinds.map(({ of, word }) => (
          <label key={of}>
            <input type="checkbox" {...box(`must_${of}`)} /> {word}
          </label>
        ))}
      </fieldset>
      {kinds.map(({ of, word }) => weights(of, word))}
      {flights.length > 0 && (
        <details className={styles.more} open={has(ownFlight)}>
          <summary>{t('ranking_admin.own_flights')}</summary>
          {flights.map(({ id, name }) => weights(id, name))}
        </details>
      )}
      <div className={form.pair}>
        <Field label={t('ranking_admin.fastest')} inputMode="numeric" {...field('fastest')} />
        <Field label={t('ranking_admin.slowest')} inputMode="numeric" {...field('slowest')} />
      </div>
    </details>
  );
}
