/**
 * Payment of an order without a card: account, amount and reference to copy, a code for banking apps, and the loft's
 * instructions, which are all where the loft has named no account.
 */
import { formatMoney } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import type { ShownTransfer } from '#web/lib/transfer.server.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './bank-transfer.module.css';
import { CopyButton } from './CopyButton.tsx';
import panel from './panel.module.css';

export interface BankTransferProps {
  /** The order with its readable number. */
  order: { number: string; amount_cents: number; currency: string };
  transfer: ShownTransfer | null;
  /** The loft's own payment instructions. */
  payment_text: string | null;
}

export function BankTransfer({ order, transfer, payment_text }: BankTransferProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (!transfer && !payment_text) return null;
  const { amount_cents, currency } = order;
  const reference = transfer?.reference ?? order.number;
  const fractions = amount_cents % 100 === 0 ? 0 : 2;
  return (
    <section className={panel.panel} aria-labelledby="transfer">
      <div className={panel.head}>
        <h2 id="transfer">{t(transfer ? 'bank.title' : 'bank.otherwise')}</h2>
      </div>
      <div className={styles.body}>
        <dl className={styles.facts}>
          {transfer && (
            <>
              <Fact name={t('bank.holder')} text={transfer.holder} copy={transfer.holder} />
              <Fact name={t('bank.iban')} text={transfer.iban} copy={transfer.iban.replaceAll(' ', '')} isCode />
              {transfer.bic && <Fact name={t('bank.bic')} text={transfer.bic} copy={transfer.bic} isCode />}
              {transfer.name && <Fact name={t('bank.name')} text={transfer.name} />}
            </>
          )}
          <Fact
            name={t('pay.amount')}
            text={formatMoney(locale, amount_cents, currency)}
            copy={(amount_cents / 100).toFixed(fractions)}
          />
          <Fact name={t('bank.reference')} text={reference} copy={reference.replaceAll(' ', '')} isCode />
        </dl>
        {transfer?.code && (
          <div className={styles.code}>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: an SVG that our own loader has drawn */}
            <div aria-hidden="true" dangerouslySetInnerHTML={{ __html: transfer.code }} />
            <p>{t('bank.scan')}</p>
          </div>
        )}
        {payment_text && (
          <p className={styles.hint} dir="auto">
            {payment_text}
          </p>
        )}
        <p className={styles.hint}>{t(transfer ? 'bank.lead' : 'bank.otherwise_lead')}</p>
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
        {copy !== undefined && <CopyButton text={copy} name={name} />}
      </dd>
    </div>
  );
}
