/** The last step of the registration: the customer's address (5.9), the loft's payment terms, the contract. */
import type { ContractVersion } from '#domain/contracts/contract.ts';
import type { Offer } from '#domain/orders/registration-contract.ts';
import { addressLine } from '#web/lib/address.ts';
import { usePage } from '#web/lib/page.ts';
import { loftPath, registerPath } from '#web/lib/paths.ts';
import { useRootData } from '#web/lib/root-data.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Check } from '#web/ui/Field.tsx';
import panel from '#web/ui/panel.module.css';
import { AddAddress } from './AddAddress.tsx';
import { asSearch } from './choice.ts';
import type { Chosen } from './PackageChoice.tsx';
import styles from './register.module.css';

export type TermsProps = Pick<Offer, 'loft' | 'season' | 'me' | 'payment_text'> &
  Chosen & { contract: ContractVersion | null };

export function Terms({ loft, season, me, payment_text, contract, choice, change, errors }: TermsProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const settings = useRootData()?.links.settings;
  // The settings lead back here with everything that is typed.
  const key = { loft_id: loft.id, season_id: season.id };
  const here = `${registerPath(key)}?${asSearch(choice)}`;
  return (
    <div className={styles.terms}>
      {me && (
        <div>
          <h3>{t('admin.address')}</h3>
          {me.has_address ? (
            <>
              <p>
                {/* Names of countries come from Intl, and those of a browser may differ. */}
                <bdi suppressHydrationWarning>{addressLine(locale, t, me.address)}</bdi>
              </p>
              {settings && (
                <p>
                  <a className={panel.button} href={`${settings}?to=${encodeURIComponent(here)}`}>
                    {t('identity.change_address')}
                  </a>
                </p>
              )}
            </>
          ) : (
            <AddAddress {...key} choice={choice} errors={errors?.address} />
          )}
        </div>
      )}
      <div>
        <h3>{t('setup.payment_text')}</h3>
        <p>{t('register.pay_card')}</p>
        {payment_text && (
          <p className={styles.message} dir="auto">
            {payment_text}
          </p>
        )}
      </div>
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
