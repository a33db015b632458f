/** The transport of the birds to the loft: by the owner, or collected by an agent, with place and day (8.25). */

import type { Offer } from '#domain/orders/registration-contract.ts';
import type { FieldErrors } from '#domain/refusal.ts';
import type { Collection } from '#domain/transports/contract.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { CollectionChoice, CustomerPhone } from '#web/ui/CollectionChoice.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { Choice } from './choice.ts';
import styles from './register.module.css';

export interface TransportProps {
  /** The agents' collections; without any there is no choice. */
  collections: readonly Collection[];
  /** Pigeons reach the loft between these days; null: not said. */
  shipping: Offer['shipping'];
  /** The number of the account. */
  phone: string | null;
  choice: Choice;
  change: (name: string, value: string) => void;
  errors: FieldErrors | undefined;
}

export function Transport({ collections, shipping, phone, choice, change, errors }: TransportProps) {
  const { t } = useTranslation();
  const chosen = collections.length && choice.transport === 'agent' ? 'agent' : 'self';
  const option = (value: string) => ({
    type: 'radio',
    name: 'transport',
    value,
    checked: chosen === value,
    onChange: () => change('transport', value),
  });
  return (
    <>
      <div className={styles.options}>
        <label className={styles.radio}>
          <input {...option('self')} />
          <Icon name="truck" size={24} />
          <span>
            <b>{t('register.own_transport')}</b>
            <small>{t('register.own_transport_text')}</small>
          </span>
        </label>
        {collections.length > 0 && (
          <label className={styles.radio}>
            <input {...option('agent')} />
            <Icon name="user" size={24} />
            <span>
              <b>{t('register.agent')}</b>
              <small>{t('register.agent_text')}</small>
            </span>
          </label>
        )}
      </div>
      {/* Without a script both are shown; the collection counts where an agent is chosen. */}
      {collections.length > 0 && (
        <div className={styles.team} data-hidden={chosen !== 'agent'}>
          <CollectionChoice
            collections={collections}
            chosen={choice.collection_id ?? ''}
            onChoose={(id) => change('collection_id', id)}
            errors={errors?.collection_id}
            shipping={shipping}
          />
          <CustomerPhone
            value={choice.phone ?? phone ?? ''}
            onChange={({ currentTarget }) => change('phone', currentTarget.value)}
            errors={errors?.phone}
          />
        </div>
      )}
    </>
  );
}
