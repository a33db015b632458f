/**
 * The birds of a request are handed over. Its agent does not enter birds: those that the customer has not entered are
 * counted, so that the customer and the loft know what is still to be done.
 */
import type { FieldError } from '#domain/refusal.ts';
import type { ListedTransport } from '#domain/transports/agent-contract.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Field } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import type { Answer } from './RequestAnswers.tsx';
import styles from './transports.module.css';
import { waitsForLoft } from './waits-for-loft.ts';

/** How many birds of a request are neither entered nor handed over. */
export const leftToEnter = ({ places, at_home, in_transit, at_loft, gone, not_entered }: ListedTransport): number =>
  Math.max(0, places - at_home - in_transit - at_loft - gone - not_entered);

/** Whether birds can be picked up: the loft expects them, and some are at home, or none is entered. */
export const canPickUp = (transport: ListedTransport): boolean =>
  transport.status === 'confirmed' &&
  !waitsForLoft(transport) &&
  (transport.at_home > 0 || (transport.not_entered === 0 && leftToEnter(transport) > 0));

interface PickUpProps {
  transport: ListedTransport;
  word: string;
  answer: Answer;
}

/** The fields of a form that names the request; a refused number says why at its field. */
export function PickUp({ transport, word, answer }: PickUpProps) {
  const { t } = useTranslation();
  const refused = answer?.refused && answer.chosen.includes(String(transport.id)) ? answer : undefined;
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
          defaultValue={refused?.typed.not_entered ?? (transport.at_home > 0 ? 0 : left)}
          errors={refused?.refused.errors?.not_entered ?? errorsOf(answer, transport)}
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

/** The number among the outcomes that is more than was ordered. */
function errorsOf(answer: Answer, { id }: ListedTransport): FieldError[] | undefined {
  if (!answer || answer.refused) return undefined;
  const own = answer.outcomes.find(({ transport_id }) => transport_id === id);
  return own?.refused === 'more_than_ordered' ? [{ code: own.refused }] : undefined;
}
