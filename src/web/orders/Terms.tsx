/** The last step of the registration: the customer's address (5.9), the loft's payment terms, the contract. */
import type { ContractVersion } from '#domain/contracts/contract.ts';
import type { Offer } from '#domain/orders/registration-contract.ts';
import { useSentence } from '#web/lib/form.ts';
import { loftPath } from '#web/lib/paths.ts';
import { useRootData } from '#web/lib/root-data.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Check } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { Chosen } from './PackageChoice.tsx';
import styles from './register.module.css';

export type TermsProps = Pick<Offer, 'loft' | 'me' | 'payment_text'> & Chosen & { contract: ContractVersion | null };

export function Terms({ loft, me, payment_text, contract, choice, change, errors }: TermsProps) {
  const { t } = useTranslation();
  const sentence = useSentence();
  const settings = useRootData()?.links.settings;
  return (
    <div className={styles.terms}>
      {me && (
        <div>
          <h3>{t('admin.address')}</h3>
          {me.has_address ? (
            <p>
              <bdi>{[me.address.street, [me.address.zipcode, me.address.city].join(' ')].join(', ')}</bdi>
            </p>
          ) : (
            <p className={styles.wrong} role={errors?.address ? 'alert' : undefined}>
              <Icon name="alert" size={18} />
              <span>{sentence({ code: 'address_missing' })}</span>
            </p>
          )}
          {settings && (
            <p>
              <a href={settings}>{t('nav.settings')}</a>
            </p>
          )}
        </div>
      )}
      {payment_text && (
        <div>
          <h3>{t('setup.payment_text')}</h3>
          <p className={styles.message} dir="auto">
            {payment_text}
          </p>
        </div>
      )}
      {contract && (
        <div>
          <h3>
            <bdi>{contract.title}</bdi>
          </h3>
          <p>
            {t('contracts.version', { version: contract.version })}{' '}
            <a href={`${loftPath(loft.id)}/contract`} target="_blank" rel="noopener">
              {t('contracts.one')}
            </a>
          </p>
          <Check
            name="contract_id"
            value={contract.id}
            label={t('register.accept')}
            checked={choice.contract_id === String(contract.id)}
            onChange={(event) => change('contract_id', event.target.checked ? String(contract.id) : '')}
            errors={errors?.contract_id}
          />
        </div>
      )}
    </div>
  );
}
