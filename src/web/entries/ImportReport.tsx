/** The report of an import: the number of pigeons entered, and each wrong line with its field and how to correct it. */

import type { ImportedLine, importModes } from '#domain/entries/intake-contract.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import { Table } from '#web/ui/Table.tsx';
import { ExtraPlace } from './ExtraPlace.tsx';
import styles from './entries.module.css';
import { LineErrors } from './LineErrors.tsx';

export interface ImportReportProps {
  mode: (typeof importModes)[number];
  unknown_columns: readonly string[];
  entered: number;
  good: number;
  lines: readonly ImportedLine[];
  /** Year of the season, part of its order numbers. */
  year: number;
}

/** At most this many correct lines are shown; wrong ones are all shown. */
const mostGood = 50;

export function ImportReport({ mode, unknown_columns, entered, good, lines, year }: ImportReportProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const number = (value: number) => formatNumber(locale, value);
  const wrong = lines.filter(({ errors }) => errors.length);
  const fine = lines.filter(({ errors }) => !errors.length).slice(0, mostGood);
  return (
    <section className={panel.panel} aria-labelledby="report">
      <div className={panel.head} role="status">
        <h2 id="report">
          {entered > 0
            ? t('entries.imported', { count: entered })
            : t('entries.looked', { good: number(good), wrong: number(wrong.length) })}
        </h2>
        {entered === 0 && mode === 'all' && wrong.length > 0 && <small>{t('entries.all_refused')}</small>}
        {entered > 0 && wrong.length > 0 && (
          <small>{t('entries.looked', { good: number(good), wrong: number(wrong.length) })}</small>
        )}
      </div>
      {unknown_columns.length > 0 && (
        <p className={styles.unknown}>
          {t('entries.unknown_columns')} <bdi>{unknown_columns.join(t('rows.comma'))}</bdi>
        </p>
      )}
      <Table caption={t('entries.import')} cards>
        <thead>
          <tr>
            <th scope="col">{t('entries.line')}</th>
            <th scope="col">{t('sheet.ring')}</th>
            <th scope="col">{t('teams.team')}</th>
            <th scope="col">{t('entries.place')}</th>
            <th scope="col">{t('entries.what_is_wrong')}</th>
          </tr>
        </thead>
        <tbody>
          {[...wrong, ...fine].map(({ line, ring, team, order_number, outside_reason, errors }) => (
            <tr key={line}>
              <td data-label={t('entries.line')} className="num">
                {number(line)}
              </td>
              <td data-label={t('sheet.ring')}>
                <Ring ring={ring} />
              </td>
              <td data-label={t('teams.team')}>
                <bdi>{team ?? '–'}</bdi>
              </td>
              <td data-label={t('entries.place')}>
                {order_number !== null && <bdi className="num">{orderNumber({ year, number: order_number })}</bdi>}
                {outside_reason !== null && <ExtraPlace extra="outside_order" reason={outside_reason} />}
                {order_number === null && outside_reason === null && '–'}
              </td>
              <td data-label={t('entries.what_is_wrong')}>
                <LineErrors errors={errors} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
