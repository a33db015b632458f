/** What a flight takes differently from the rulebook of its season: to read, and to change until its release. */
import { Form } from 'react-router';
import type { WholePlan } from '#domain/flights/plan-contract.ts';
import type { RulebookPart } from '#domain/seasons/rulebook-parts.ts';
import type { RaceRules } from '#domain/seasons/rules.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { formatList } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { typedRules } from '#web/lib/race-rules-form.ts';
import { partNames } from '#web/lib/rule-words.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Wrong } from '#web/ui/Field.tsx';
import panel from '#web/ui/panel.module.css';
import { RaceRuleFields } from '#web/ui/RaceRuleFields.tsx';
import styles from './season-flights.module.css';

export interface OwnRulesProps {
  flight: WholePlan;
  rules: RaceRules;
  differs: readonly RulebookPart[];
  own: string;
  typed: Readonly<Record<string, string>> | undefined;
  refused: RefusedForm['refused'] | undefined;
}

export function OwnRules({ flight, rules, differs, own, typed, refused }: OwnRulesProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const names = differs.map((part) => t(partNames[part]));
  return (
    <section className={panel.panel} aria-labelledby="own-rules">
      <div className={panel.head}>
        <h2 id="own-rules">{t('flights.different')}</h2>
        <small>{names.length ? formatList(locale, names) : t('flights.nothing')}</small>
      </div>
      <details className={styles.rules} open={refused !== undefined}>
        <summary>{t('flights.own_rules')}</summary>
        <Form key={flight.version} method="post" action={own} noValidate preventScrollReset className={styles.form}>
          <Wrong refused={refused?.errors ? { code: 'bad_input' } : refused} />
          <input type="hidden" name="version" value={flight.version} />
          <RaceRuleFields typed={typed ?? typedRules(rules)} wrong={(path) => refused?.errors?.[`rules.${path}`]} />
          <p className={styles.buttons}>
            <button type="submit" name="intent" value="rules" className={panel.button_primary}>
              {t('flights.take_rules')}
            </button>
            {flight.rulebook_version === null && (
              <button type="submit" name="intent" value="rulebook" className={panel.button}>
                {t('flights.follow_rulebook')}
              </button>
            )}
          </p>
        </Form>
      </details>
    </section>
  );
}
