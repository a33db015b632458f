/** The places that equal ones cover together, and the sum that is divided. */
import type { Sharing } from '#domain/prizes/contract.ts';
import { formatMoney, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';

interface SharedByProps extends Pick<Sharing, 'from' | 'to' | 'covered_cents'> {
  /** What each of them gets. */
  amounts: readonly number[];
  currency: string;
  /** By what they are equal. */
  word: 'prizes.first_drop' | 'prizes.same_time' | 'prizes.same_value';
}

export function SharedBy({ from, to, covered_cents, amounts, currency, word }: SharedByProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const total = covered_cents.reduce((sum, cents) => sum + cents, 0);
  return (
    <>
      <b>{t(word, { from: formatNumber(locale, from), to: formatNumber(locale, to) })}</b>
      {covered_cents.length > 0 && (
        <bdi dir="ltr" className="num">
          {covered_cents.map((cents) => formatMoney(locale, cents, currency)).join(' + ')} ={' '}
          {formatMoney(locale, total, currency)} ÷ {amounts.length}
        </bdi>
      )}
      {word !== 'prizes.same_value' && amounts[0]! > amounts.at(-1)! && <span>{t('prizes.odd_cent')}</span>}
      {word !== 'prizes.same_value' && amounts[0]! < amounts.at(-1)! && <span>{t('prizes.odd_cent_last')}</span>}
    </>
  );
}
