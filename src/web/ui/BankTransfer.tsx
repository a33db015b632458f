/**
 * Payment of an order by bank transfer: account, amount and reference to copy, a code for banking apps, and the loft's
 * instructions.
 */
import { useState } from 'react';
import { useHydrated } from '#web/lib/hydrated.ts';
import { formatMoney } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import type { ShownTransfer } from '#web/lib/transfer.server.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './bank-transfer.module.css';
import { Icon } from './Icon.tsx';
import panel from './panel.module.css';

export interface BankTransferProps {
  transfer: ShownTransfer | null;
  /** The loft's own payment instructions. */
  payment_text: string | null;
}

export function BankTransfer({ transfer, payment_text }: BankTransferProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (!transfer && !payment_text) return null;
  return (
    <section className={panel.panel} aria-labelledby="transfer">
      <div className={panel.head}>
        <h2 id="transfer">{t(transfer ? 'bank.title' : 'setup.payment_text')}</h2>
      </div>
      <div className={styles.body}>
        {transfer && (
          <>
            <dl className={styles.facts}>
              <Fact name={t('bank.holder')} text={transfer.holder} />
              <Fact name={t('bank.iban')} text={transfer.iban} copy={transfer.iban.replaceAll(' ', '')} isCode />
              {transfer.bic && <Fact name={t('bank.bic')} text={transfer.bic} copy={transfer.bic} isCode />}
              {transfer.name && <Fact name={t('bank.name')} text={transfer.name} />}
              <Fact name={t('pay.amount')} text={formatMoney(locale, transfer.amount_cents, transfer.currency)} />
              <Fact
                name={t('bank.reference')}
                text={transfer.reference}
                copy={transfer.reference.replaceAll(' ', '')}
                isCode
              />
            </dl>
            {transfer.code && (
              <div className={styles.code}>
                {/* biome-ignore lint/security/noDangerouslySetInnerHtml: an SVG that our own loader has drawn */}
                <div aria-hidden="true" dangerouslySetInnerHTML={{ __html: transfer.code }} />
                <p>{t('bank.scan')}</p>
              </div>
            )}
            <p className={styles.hint}>{t('bank.lead')}</p>
          </>
        )}
        {payment_text && (
          <p className={styles.hint} dir="auto">
            {payment_text}
          </p>
        )}
      </div>
    </section>
  );
}

interface FactProps {
  name: string;
  text: string;
  /** The text to copy, where it has a copy button. */
  copy?: string;
  /** Letters and digits that run from left to right. */
  isCode?: boolean;
}

function Fact({ name, text, copy, isCode = false }: FactProps) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const [copied, setCopied] = useState(false);
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {isCode ? (
          <bdi dir="ltr" className="num">
            {text}
          </bdi>
        ) : (
          <bdi className="num">{text}</bdi>
        )}
        {copy !== undefined && hydrated && (
          <button
            type="button"
            className={panel.button}
            aria-label={`${t(copied ? 'devices.copied' : 'devices.copy')}: ${name}`}
            onClick={() => void navigator.clipboard.writeText(copy).then(() => setCopied(true))}
          >
            <Icon name={copied ? 'check' : 'document'} size={18} />
            {t(copied ? 'devices.copied' : 'devices.copy')}
          </button>
        )}
      </dd>
    </div>
  );
}
