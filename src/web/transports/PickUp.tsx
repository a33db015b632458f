/**
 * The birds of a request are handed over. Its agent does not enter birds: those that the customer has not entered are
 * counted, so that the customer and the loft know what is still to be done.
 */
import { takesPigeons } from '#domain/orders/order.ts';
import type { ListedTransport } from '#domain/transports/agent-contract.ts';
import { isOpen } from '#domain/transports/transport.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Field } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './transports.module.css';

/** How many birds of a request are neither entered nor handed over. */
export const leftToEnter = ({ places, at_home, in_transit, at_loft, gone, not_entered }: ListedTransport): number =>
  Math.max(0, places - at_home - in_transit - at_loft - gone - not_entered);

/** Whether its birds wait until the loft has confirmed their order. */
export const waitsForLoft = ({ status, order }: ListedTransport): boolean =>
  isOpen(status) && !takesPigeons(order.status);

/** Whether birds can be picked up: the loft expects them, and some are at home, or none is entered. */
export const canPickUp = (transport: ListedTransport): boolean =>
  transport.status === 'confirmed' &&
  !waitsForLoft(transport) &&
  (transport.at_home > 0 || (transport.not_entered === 0 && leftToEnter(transport) > 0));

/** The fields of a form that names the request. */
export function PickUp({ transport, word }: { transport: ListedTransport; word: string }) {
  const { t } = useTranslation();
  const left = transport.not_entered === 0 ? leftToEnter(transport) : 0;
  return (
    <div className={styles.pick_up}>
      {left > 0 && (
        <Field
          name="not_entered"
          type="number"
          inputMode="numeric"
          min={0}
          max={left}
          defaultValue={transport.at_home > 0 ? 0 : left}
          label={t('transports.also_handed_over')}
          hint={t('transports.also_handed_over_hint')}
        />
      )}
      <button type="submit" name="intent" value="pick_up" className={panel.button_primary}>
        <Icon name="truck" />
        {word}
      </button>
    </div>
  );
}
