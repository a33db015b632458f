/** The prizes of a ranking in its form: lines of amounts, and until it is published how they are divided. */
import { prizedSubjects } from '#domain/rankings/prized.ts';
import type { FieldErrors } from '#domain/refusal.ts';
import { oddCents, undistributed } from '#domain/seasons/prize-division-rule.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Area, Choice, Field } from '#web/ui/Field.tsx';
import form from '#web/ui/form.module.css';
import styles from './ranking-admin.module.css';
import { newRanking } from './ranking-form.ts';

interface RankingPrizeFieldsProps {
  typed: Readonly<Record<string, string>>;
  errors: FieldErrors | undefined;
  /** The division is part of the rule, which is fixed by then. */
  isPublished: boolean;
  /** Whom the ranking is of. */
  subject: string;
}

export function RankingPrizeFields({ typed, errors, isPublished, subject }: RankingPrizeFieldsProps) {
  const { t } = useTranslation();
  const field = (name: string) => ({ name, defaultValue: typed[name] ?? newRanking[name], errors: errors?.[name] });
  const isPrized = prizedSubjects.some((one) => one === subject);
  return (
    <fieldset className={styles.prizes}>
      <legend>{t('rulebook.prizes')}</legend>
      {(isPublished || !isPrized) && (
        <p>{t(isPrized ? 'ranking_admin.raised_only' : 'ranking_admin.prizes_of_whom')}</p>
      )}
      {(!isPublished || isPrized) && (
        <>
          <Choice label={t('rulebook.prizes_as', { what: t('aces.choose') })} {...field('basis')}>
            <option value="amount">{t('rulebook.prizes_amount')}</option>
            <option value="percent">{t('rulebook.prizes_percent')}</option>
          </Choice>
          <Area label={t('rulebook.prizes')} hint={t('rulebook.prizes_hint')} rows={4} {...field('prizes')} />
          <Field
            label={t('rulebook.at_least', { what: t('aces.choose') })}
            hint={t('rulebook.at_least_hint')}
            inputMode="decimal"
            {...field('at_least')}
          />
        </>
      )}
      {!isPublished && (
        <div className={form.pair}>
          <Choice label={t('ranking_admin.odd_cent')} {...field('odd_cent')}>
            {oddCents.map((one) => (
              <option key={one} value={one}>
                {t(`ranking_admin.odd_${one}`)}
              </option>
            ))}
          </Choice>
          <Choice label={t('ranking_admin.undistributed')} {...field('undistributed')}>
            {undistributed.map((one) => (
              <option key={one} value={one}>
                {t(`ranking_admin.undistributed_${one}`)}
              </option>
            ))}
          </Choice>
        </div>
      )}
    </fieldset>
  );
}
