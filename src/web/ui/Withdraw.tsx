/** What was published is withdrawn by who published it: a folded form that asks for the reason. */
import { Form } from 'react-router';
import type { RefusedForm } from '#web/lib/form.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Area } from './Field.tsx';
import form from './form.module.css';
import panel from './panel.module.css';
import styles from './withdraw.module.css';

interface WithdrawProps {
  version: number;
  /** The refused form of the page, of whichever button. */
  answer: RefusedForm | undefined;
  busy: boolean;
}

export function Withdraw({ version, answer, busy }: WithdrawProps) {
  const { t } = useTranslation();
  const refused = answer?.typed.intent === 'withdraw' ? answer : undefined;
  return (
    <details className={`${panel.panel} ${styles.withdraw}`} open={refused !== undefined}>
      <summary>{t('ranking_admin.withdraw')}</summary>
      <Form method="post" noValidate>
        <input type="hidden" name="version" value={version} />
        <p>{t('ranking_admin.withdraw_sure')}</p>
        <Area
          label={t('ruling.reason')}
          name="reason"
          rows={2}
          maxLength={1000}
          defaultValue={refused?.typed.reason}
          errors={refused?.refused.errors?.reason}
        />
        <button
          type="submit"
          name="intent"
          value="withdraw"
          className={`${panel.button} ${form.danger}`}
          disabled={busy}
        >
          {t('ranking_admin.withdraw')}
        </button>
      </Form>
    </details>
  );
}
