/** Why something is rejected, as the customer will read it. */
import type { RefusedForm } from '#web/lib/form.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Area } from './Field.tsx';

export function RejectReason({ answer, rows = 2 }: { answer: RefusedForm | undefined; rows?: number }) {
  const { t } = useTranslation();
  return (
    <Area
      label={t('order_admin.reason')}
      name="reason"
      rows={rows}
      maxLength={1000}
      defaultValue={answer?.typed.reason}
      errors={answer?.refused.errors?.reason}
    />
  );
}
