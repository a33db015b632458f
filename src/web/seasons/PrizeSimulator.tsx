/** The prizes of a rulebook tried out before it is published: so many birds, so many home. */
import { useState } from 'react';
import { hundredthsIn } from '#domain/money.ts';
import type { Rulebook } from '#domain/seasons/rulebook.ts';
import { formatMoney, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { specialWords } from '#web/lib/special-words.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Choice, Field } from '#web/ui/Field.tsx';
import panel from '#web/ui/panel.module.css';
import { Table } from '#web/ui/Table.tsx';
import table from '#web/ui/table.module.css';
import { mostSimulated, type Simulation, simulate, simulatedKinds } from './prize-simulator.ts';
import styles from './rulebook.module.css';

interface PrizeSimulatorProps {
  book: Rulebook;
  currency: string;
}

/** What is tried out at first. */
const atFirst = { basketed: '1000', home: '600', drop: '5', countries: '10', fee: '100' };

export function PrizeSimulator({ book, currency }: PrizeSimulatorProps) {
  const { t } = useTranslation();
  const [typed, type] = useState(atFirst);
  const [chosen, choose] = useState('');
  const kinds = simulatedKinds(book);
  const kind = kinds.find((one) => one === chosen) ?? kinds.at(-1);
  if (!kind) return null;
  const whole = (text: string) => (/^\d{1,5}$/.test(text.trim()) ? Math.min(Number(text), mostSimulated) : null);
  const [basketed, home, drop] = [whole(typed.basketed), whole(typed.home), whole(typed.drop)];
  const countries = whole(typed.countries);
  const fee_cents = hundredthsIn(typed.fee);
  const found =
    basketed === null || home === null || drop === null || countries === null || fee_cents === null
      ? null
      : simulate(book, kind, { basketed, home, drop, countries, fee_cents });
  const field = (name: keyof typeof atFirst, inputMode: 'numeric' | 'decimal', isWrong: boolean) => (
    <Field
      label={t(`rulebook.try_${name}`)}
      name={`try_${name}`}
      inputMode={inputMode}
      value={typed[name]}
      onChange={({ currentTarget: { value } }) => type((before) => ({ ...before, [name]: value }))}
      errors={isWrong ? [{ code: 'error_number' }] : undefined}
    />
  );
  return (
    <section className={panel.panel} aria-labelledby="try">
      <div className={panel.head}>
        <h2 id="try">{t('rulebook.try')}</h2>
      </div>
      <p className={styles.lead}>{t('rulebook.try_lead')}</p>
      <div className={styles.try}>
        {kinds.length > 1 && (
          <Choice
            label={t('rulebook.try_kind')}
            value={kind}
            onChange={({ currentTarget: { value } }) => choose(value)}
          >
            {kinds.map((one) => (
              <option key={one} value={one}>
                {t(`kind.${one}`)}
              </option>
            ))}
          </Choice>
        )}
        {field('basketed', 'numeric', basketed === null)}
        {field('home', 'numeric', home === null)}
        {book.division?.first_drop && field('drop', 'numeric', drop === null)}
        {book.special?.[kind]?.some(({ to }) => to === 'first_of_country') &&
          field('countries', 'numeric', countries === null)}
        {book.prizes[kind]?.basis === 'percent' && field('fee', 'decimal', fee_cents === null)}
      </div>
      <div aria-live="polite">{found && <Simulated found={found} currency={currency} />}</div>
    </section>
  );
}

function Simulated({ found, currency }: { found: Simulation; currency: string }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const money = (cents: number) => <bdi className="num">{formatMoney(locale, cents, currency)}</bdi>;
  const places = (from: number, to: number) =>
    from === to ? formatNumber(locale, from) : `${formatNumber(locale, from)}–${formatNumber(locale, to)}`;
  const sums = [
    [t('prizes.promised'), found.prizes_cents],
    [t('rulebook.try_paid'), found.paid_cents],
    [t('prizes.kept_by_loft'), found.kept_cents],
  ] as const;
  return (
    <Table caption={t('rulebook.try')}>
      <thead>
        <tr>
          <th scope="col">{t('place.place')}</th>
          <th scope="col" className={table.figure}>
            {t('place.prize')}
          </th>
        </tr>
      </thead>
      <tbody>
        {found.lines.map(({ from, to, cents }) => (
          <tr key={from ?? 0}>
            <td>
              {from === null || to === null ? (
                t('rulebook.example_lost')
              ) : (
                <bdi dir="ltr" className="num">
                  {places(from, to)}
                </bdi>
              )}
            </td>
            <td className={table.figure}>{money(cents)}</td>
          </tr>
        ))}
        {found.specials.map(({ prize, count, cents }) => {
          const words = specialWords({ t, locale, currency }, prize);
          return (
            <tr key={words}>
              <td>
                <bdi className="num">{formatNumber(locale, count)}</bdi> × {words}
              </td>
              <td className={table.figure}>{prize.amount_cents === null ? '–' : money(cents)}</td>
            </tr>
          );
        })}
      </tbody>
      <tfoot>
        {sums.map(([name, cents]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className={table.figure}>{money(cents)}</td>
          </tr>
        ))}
      </tfoot>
    </Table>
  );
}
