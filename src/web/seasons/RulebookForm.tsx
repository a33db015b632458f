/** The form of a rulebook: every choice is explained, and the example beside it follows the chosen values. */
import { Form, useNavigation } from 'react-router';
import type { FieldError } from '#domain/refusal.ts';
import { activationRefunds, entryRefunds, manualArrivals, type Rulebook } from '#domain/seasons/rulebook.ts';
import { closeTimesRules } from '#domain/seasons/rulebook-parts.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Field, Wrong } from '#web/ui/Field.tsx';
import panel from '#web/ui/panel.module.css';
import { RaceRuleFields } from '#web/ui/RaceRuleFields.tsx';
import { Radios } from '#web/ui/Radios.tsx';
import { LimitFields } from './RulebookLimits.tsx';
import { AceFields, DivisionFields, PrizeFields } from './RulebookRewards.tsx';
import { SpecialFields } from './RulebookSpecials.tsx';
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
      <Wrong refused={failed?.refused} />
      <RaceRuleFields typed={typed} wrong={(path) => wrong(`rules.${path}`)} />
      <LimitFields typed={typed} errors={failed?.refused.errors} />
      <Radios
        name="manual_arrival"
        legend={t('rulebook.manual_arrival')}
        value={typed.manual_arrival}
        errors={wrong('manual_arrival')}
        choices={manualArrivals.map((value) => ({ value, words: t(`rulebook.manual_${value}`) }))}
      />
      <Radios
        name="close_times"
        legend={t('rulebook.close_times')}
        value={typed.close_times}
        errors={wrong('close_times')}
        choices={closeTimesRules.map((value) => ({ value, words: t(`rulebook.close_${value}`) }))}
      />
      <Field
        label={t('rulebook.disputes')}
        hint={t('rulebook.disputes_hint')}
        name="dispute_hours"
        inputMode="numeric"
        defaultValue={typed.dispute_hours ?? ''}
        errors={wrong('disputes.hours')}
      />
      <AceFields typed={typed} count={rulebook.aces.length} errors={failed?.refused.errors} />
      <PrizeFields typed={typed} errors={failed?.refused.errors} />
      <SpecialFields typed={typed} special={rulebook.special} errors={failed?.refused.errors} />
      <DivisionFields typed={typed} errors={failed?.refused.errors} />
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
