/** What an agent does at a stop: confirm, collect, undo, give back, close, move. Apart from the stops, which a phone keeps to be read. */
import { Form } from 'react-router';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { MoveButtons } from '#web/ui/MoveButtons.tsx';
import panel from '#web/ui/panel.module.css';
import { GiveBack } from './GiveBack.tsx';
import { NothingHandedOver } from './NothingHandedOver.tsx';
import { canPickUp, PickUp } from './PickUp.tsx';
import type { Answer } from './RequestAnswers.tsx';
import type { StopOfRoute } from './RouteStops.tsx';
import styles from './route.module.css';

export function StopActs({ stop, isDone, ends, answer }: StopOfRoute & { answer: Answer }) {
  const { t } = useTranslation();
  const { id, customer, status, can_close, can_put_back, to_give_back } = stop;
  return (
    <div className={styles.acts}>
      <Form method="post" className={styles.answer} preventScrollReset>
        <input type="hidden" name="chosen" value={id} />
        {status === 'pending' && (
          <button type="submit" name="intent" value="confirm" className={panel.button}>
            {t('order_admin.confirm')}
          </button>
        )}
        {!isDone && canPickUp(stop) && <PickUp transport={stop} word={t('transports.collected')} answer={answer} />}
        {to_give_back > 0 && <GiveBack />}
        {can_put_back && (
          <button type="submit" name="intent" value="put_back" className={panel.button}>
            <Icon name="undo" />
            {t('basketing_desk.undo')}
          </button>
        )}
        <span className={styles.move}>
          <MoveButtons name={customer} {...ends} />
        </span>
      </Form>
      {can_close && <NothingHandedOver id={id} customer={customer} />}
    </div>
  );
}
