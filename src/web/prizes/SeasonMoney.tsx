/** The money of a season: what came in, where it goes, and the prizes paid, owed, held and still to be won. */
import type { ReplyOf } from '#domain/contract.ts';
import type { Locale } from '#domain/locales.ts';
import type { readPrizes } from '#domain/prizes/contract.ts';
import { sidesOf, sumOfFunds } from '#domain/prizes/season-money.ts';
import type { SeasonMoney as Money } from '#domain/prizes/season-money-contract.ts';
import { clockTime, formatList, formatMoney, formatNamedDay } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import { Table } from '#web/ui/Table.tsx';
import table from '#web/ui/table.module.css';
import { fundName } from './prize-words.ts';
import styles from './prizes.module.css';

type Published = NonNullable<ReplyOf<typeof readPrizes>['money']>;

const since = [
  ['paid_cents', 'money.paid'],
  ['owed_cents', 'prizes.owed'],
  ['held_cents', 'prizes.held'],
] as const;

/** `30 November 2026, 21:48`: a statement is of its minute. */
export const dayAndHour = (locale: Locale, at: string, time_zone: string): string =>
  `${formatNamedDay(locale, Date.parse(at), time_zone)}, ${clockTime(Date.parse(at), time_zone).time.slice(0, 5)}`;

/** The money as it was published, and what of the prizes is paid, owed and held since. */
export function PublishedMoney({ money, time_zone }: { money: Published; time_zone: string }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <section className={panel.panel} aria-labelledby="money">
      <div className={panel.head}>
        <h2 id="money">{t('prizes.money')}</h2>
        <small suppressHydrationWarning>
          {t('prizes.as_of', { day: dayAndHour(locale, money.published_at, time_zone) })}
        </small>
      </div>
      {money.now && (
        <p className={styles.since}>
          {t('prizes.since')}{' '}
          {formatList(
            locale,
            since.map(([figure, word]) => `${t(word)} ${formatMoney(locale, money.now![figure], money.currency)}`),
          )}
        </p>
      )}
      <SeasonMoney money={money} />
    </section>
  );
}

/** Both sides and the funds. */
export function SeasonMoney({ money }: { money: Money }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const amount = (cents: number) => <bdi className="num">{formatMoney(locale, cents, money.currency)}</bdi>;
  const of = (figure: Parameters<typeof sumOfFunds>[1]) => sumOfFunds(money.funds, figure);
  const { in_cents, out_cents } = sidesOf(money);
  const parts = [
    ['paid', t('money.paid'), of('paid_cents')],
    ['owed', t('prizes.owed'), of('owed_cents')],
    ['held', t('prizes.held'), of('held_cents')],
    ['to_win', t('prizes.to_win'), of('to_win_cents')],
    ['kept', t('prizes.kept_by_loft'), of('kept_cents')],
    ['loft', t('prizes.loft'), money.loft_cents],
    ['tax', t('prizes.tax'), money.tax_cents],
    ['fees', t('prizes.fees'), money.fees_cents],
  ] as const;
  const taken = [
    [t('prizes.entries'), money.entries_cents],
    [t('admin.activations'), money.activations_cents],
    [t('due_date.pigeon_sale'), money.sales_cents],
    [t('prizes.sponsors'), money.sponsors_cents],
  ] as const;
  const goes = [
    [t('prizes.fund'), of('promised_cents')],
    [t('prizes.tax'), money.tax_cents],
    [t('prizes.fees'), money.fees_cents],
    [t('prizes.loft'), money.loft_cents],
  ] as const;
  const sides = [
    ['in', t('prizes.taken_in'), taken, in_cents],
    ['out', t('prizes.goes'), goes, out_cents],
  ] as const;
  return (
    <>
      <div className={styles.flow} aria-hidden="true">
        {parts.map(([part, , cents]) => cents > 0 && <span key={part} data-part={part} style={{ flexGrow: cents }} />)}
      </div>
      <ul className={styles.legend}>
        {parts.map(
          ([part, name, cents]) =>
            cents > 0 && (
              <li key={part}>
                <i data-part={part} aria-hidden="true" />
                {name} {amount(cents)}
              </li>
            ),
        )}
      </ul>
      <div className={styles.sides}>
        {sides.map(([side, name, lines, together]) => (
          <section key={side} aria-label={name}>
            <h3>{name}</h3>
            <dl>
              {lines.map(
                ([line, cents]) =>
                  cents !== 0 && (
                    <div key={line}>
                      <dt>{line}</dt>
                      <dd>{amount(cents)}</dd>
                    </div>
                  ),
              )}
              <div className={styles.together}>
                <dt>{t('register.total')}</dt>
                <dd>{amount(together)}</dd>
              </div>
            </dl>
          </section>
        ))}
      </div>
      {money.funds.length > 0 && (
        <Table caption={t('prizes.fund')} cards className={styles.funds}>
          <thead>
            <tr>
              <th scope="col">{t('prizes.fund')}</th>
              {figures.map((figure) => (
                <th key={figure} scope="col" className={table.figure}>
                  {t(wordOf[figure])}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {money.funds.map((fund) => (
              <tr key={`${fund.what} ${fund.name}`}>
                <td>
                  <bdi>{fundName(locale, fund)}</bdi>
                </td>
                {figures.map((figure) => (
                  <td key={figure} data-label={t(wordOf[figure])} className={table.figure}>
                    {fund[figure] === 0 ? '–' : amount(fund[figure])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('register.total')}</th>
              {figures.map((figure) => (
                <td key={figure} data-label={t(wordOf[figure])} className={table.figure}>
                  {amount(of(figure))}
                </td>
              ))}
            </tr>
          </tfoot>
        </Table>
      )}
    </>
  );
}

const figures = ['promised_cents', 'paid_cents', 'owed_cents', 'held_cents', 'to_win_cents', 'kept_cents'] as const;

const wordOf = {
  promised_cents: 'prizes.promised',
  paid_cents: 'money.paid',
  owed_cents: 'prizes.owed',
  held_cents: 'prizes.held',
  to_win_cents: 'prizes.to_win',
  kept_cents: 'prizes.kept_by_loft',
} as const;
