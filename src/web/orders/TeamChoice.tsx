/** The team that is registered: one from before at this loft, or a new one with name and country. */
import type { Country } from '#domain/countries.ts';
import type { Offer } from '#domain/orders/registration-contract.ts';
import { longestTeamName } from '#domain/pigeons/team.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { CountryOptions } from '#web/ui/CountryOptions.tsx';
import { Field, Choice as Select } from '#web/ui/Field.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import forms from '#web/ui/form.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import type { Chosen } from './PackageChoice.tsx';
import styles from './register.module.css';

export interface TeamChoiceProps extends Chosen {
  teams: NonNullable<Offer['me']>['teams'];
  countries: readonly Country[];
}

export function TeamChoice({ teams, countries, choice, change, errors }: TeamChoiceProps) {
  const { t } = useTranslation();
  const chosen = choice.team_id ?? '';
  const option = (value: string) => ({
    type: 'radio',
    name: 'team_id',
    value,
    checked: chosen === value,
    onChange: () => change('team_id', value),
  });
  return (
    <>
      {teams.length > 0 && (
        <div className={styles.options}>
          {teams.map(({ id, name, country, years }) => (
            <label key={id} className={styles.radio}>
              <input {...option(String(id))} />
              <Flag country={country} />
              <span>
                <b>
                  <bdi>{name}</bdi>
                </b>
                <small>{t('register.used_in', { years: years.toSorted((a, b) => a - b).join(t('rows.comma')) })}</small>
              </span>
            </label>
          ))}
          <label className={styles.radio}>
            <input {...option('')} />
            <Icon name="plus" size={24} />
            <span>
              <b>{t('register.new_team')}</b>
            </span>
          </label>
        </div>
      )}
      {/* Without a script both are shown; the name counts where a new team is chosen. */}
      <div className={`${forms.pair} ${styles.team}`} data-hidden={chosen !== ''}>
        <Field
          name="team"
          label={t('register.team_name')}
          maxLength={longestTeamName}
          autoComplete="off"
          value={choice.team ?? ''}
          onChange={(event) => change('team', event.target.value)}
          errors={errors?.team}
        />
        <Select
          name="country"
          label={t('lofts.country')}
          value={choice.country ?? ''}
          onChange={(event) => change('country', event.target.value)}
          errors={errors?.country}
        >
          <option value="">{t('identity.no_country')}</option>
          <CountryOptions countries={countries} />
        </Select>
      </div>
    </>
  );
}
