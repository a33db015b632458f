/** The rewards of a rulebook beyond the ranks: aces and prizes, as fields of its form. */
import { drop_gap_ms } from '#domain/drop-gap.ts';
import type { FieldErrors } from '#domain/refusal.ts';
import { dropTies, oddCents, undistributed } from '#domain/seasons/prize-division-rule.ts';
import { aceMethods, countedKinds } from '#domain/seasons/rulebook.ts';
import { prizedFor } from '#domain/seasons/rulebook-parts.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Area, Check, Choice, Field } from '#web/ui/Field.tsx';
import { Radios } from '#web/ui/Radios.tsx';
import choices from '#web/ui/radios.module.css';
import styles from './rulebook.module.css';
import { mostAces } from './rulebook-form.ts';

interface Rewards {
  typed: Readonly<Record<string, string>>;
  errors: FieldErrors | undefined;
}

/** The rules of aces, and an empty one. */
export function AceFields({ typed, errors, count }: Rewards & { count: number }) {
  const { t } = useTranslation();
  const rows = Array.from({ length: Math.min(count + 1, mostAces) }, (_, i) => i);
  return (
    <fieldset className={choices.choice}>
      <legend>{t('rulebook.aces')}</legend>
      {rows.map((i) => (
        <div key={i} className={styles.ace}>
          <Choice
            label={`${t('rulebook.aces')} ${i + 1}`}
            name={`ace_${i}`}
            defaultValue={typed[`ace_${i}`] ?? ''}
            errors={under(errors, `rulebook.aces.${i}`)}
          >
            <option value="">{t('rulebook.ace_none')}</option>
            {aceMethods.map((method) => (
              <option key={method} value={method}>
                {t(`rulebook.ace_${method}`)}
              </option>
            ))}
          </Choice>
          <fieldset className={styles.kinds}>
            <legend>{t('rulebook.ace_flights')}</legend>
            {countedKinds.map((kind) => (
              <Check
                key={kind}
                label={t(`kind.${kind}`)}
                name={`ace_${i}_${kind}`}
                defaultChecked={typed[`ace_${i}`] ? `ace_${i}_${kind}` in typed : kind !== 'training'}
              />
            ))}
          </fieldset>
          <Field
            label={t('rulebook.ace_best')}
            hint={t('rulebook.ace_best_hint')}
            name={`ace_${i}_best`}
            inputMode="numeric"
            defaultValue={typed[`ace_${i}_best`] ?? ''}
          />
        </div>
      ))}
    </fieldset>
  );
}

/** The prizes of places; those of ace pigeons only where a version from before they were of rankings has some. */
export function PrizeFields({ typed, errors }: Rewards) {
  const { t } = useTranslation();
  return (
    <fieldset className={choices.choice}>
      <legend>{t('rulebook.prizes')}</legend>
      {prizedFor
        .filter((what) => what !== 'ace' || typed.prizes_ace)
        .map((what) => {
          const name = t(what === 'ace' ? 'rulebook.aces' : `kind.${what}`);
          return (
            <div key={what} className={styles.ace}>
              <Area
                label={name}
                hint={t(what === 'ace' ? 'rulebook.ace_prizes' : 'rulebook.prizes_hint')}
                name={`prizes_${what}`}
                rows={3}
                dir="ltr"
                defaultValue={typed[`prizes_${what}`]}
                errors={under(errors, `rulebook.prizes.${what}`)}
              />
              <Choice
                label={t('rulebook.prizes_as', { what: name })}
                name={`basis_${what}`}
                defaultValue={typed[`basis_${what}`]}
              >
                {(['amount', 'percent'] as const).map((basis) => (
                  <option key={basis} value={basis}>
                    {t(`rulebook.prizes_${basis}`)}
                  </option>
                ))}
              </Choice>
              <Field
                label={t('rulebook.at_least', { what: name })}
                hint={t('rulebook.at_least_hint')}
                name={`at_least_${what}`}
                inputMode="decimal"
                defaultValue={typed[`at_least_${what}`] ?? ''}
              />
            </div>
          );
        })}
      <Check label={t('rulebook.ties_share')} name="ties_share" defaultChecked={'ties_share' in typed} />
      <Check label={t('rulebook.pedigree')} name="pedigree" defaultChecked={'pedigree' in typed} />
      <Field
        label={t('rulebook.pay_within_days')}
        hint={t('rulebook.pay_within_days_hint')}
        name="pay_within_days"
        inputMode="numeric"
        defaultValue={typed.pay_within_days ?? ''}
        errors={under(errors, 'rulebook.pay_within_days')}
      />
    </fieldset>
  );
}

/** How prizes are divided: the first drop, cents that cannot be divided, and places without a bird. */
export function DivisionFields({ typed, errors }: Rewards) {
  const { t } = useTranslation();
  return (
    <>
      <fieldset className={choices.choice}>
        <legend>{t('rulebook.first_drop')}</legend>
        <Check
          label={t('rulebook.drop_shares', { seconds: drop_gap_ms / 1000 })}
          name="first_drop"
          defaultChecked={'first_drop' in typed}
        />
        <Field
          label={t('rulebook.drop_most')}
          hint={t('rulebook.drop_most_hint')}
          name="drop_most"
          inputMode="numeric"
          defaultValue={typed.drop_most ?? ''}
          errors={under(errors, 'rulebook.division.first_drop')}
        />
        <Choice label={t('rulebook.drop_tie')} name="drop_tie" defaultValue={typed.drop_tie}>
          {dropTies.map((at_tie) => (
            <option key={at_tie} value={at_tie}>
              {t(`rulebook.drop_${at_tie}`)}
            </option>
          ))}
        </Choice>
      </fieldset>
      <Radios
        name="undistributed"
        legend={t('rulebook.undistributed')}
        value={typed.undistributed}
        errors={under(errors, 'rulebook.division.undistributed')}
        choices={undistributed.map((value) => ({ value, words: t(`rulebook.undistributed_${value}`) }))}
      />
      <Radios
        name="odd_cent"
        legend={t('rulebook.odd_cent')}
        value={typed.odd_cent}
        errors={under(errors, 'rulebook.division.odd_cent')}
        choices={oddCents.map((value) => ({ value, words: t(`rulebook.odd_cent_${value}`) }))}
      />
    </>
  );
}

/** The errors of a part and everything in it. */
export function under(errors: FieldErrors | undefined, path: string) {
  const found = Object.entries(errors ?? {}).flatMap(([at, own]) =>
    at === path || at.startsWith(`${path}.`) ? own : [],
  );
  return found.length ? found : undefined;
}
