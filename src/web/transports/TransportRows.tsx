/** Requests as rows to answer: order, customer, number and places of the birds, state. Cards on a phone. */
import { locationStatuses } from '#domain/pigeons/status.ts';
import type { ListedTransport } from '#domain/transports/agent-contract.ts';
import { formatCalendarDay, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import { LocationWord } from '#web/ui/PigeonState.tsx';
import { ChooseAll, ChooseRow } from '#web/ui/Selection.tsx';
import { Table } from '#web/ui/Table.tsx';
import table from '#web/ui/table.module.css';
import { TransportChip } from './TransportChip.tsx';
import styles from './transports.module.css';

export interface TransportRowsProps {
  caption: string;
  transports: readonly ListedTransport[];
  /** Whether each row names its collection; not where it stands above the list. */
  withCollection?: boolean;
}

export function TransportRows({ caption, transports, withCollection = false }: TransportRowsProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <Table caption={caption} cards className={withCollection ? '' : styles.even}>
      <thead>
        <tr>
          <ChooseAll />
          <th scope="col">{t('order_admin.number')}</th>
          <th scope="col">{t('people.customer')}</th>
          {withCollection && <th scope="col">{t('transports.where')}</th>}
          <th scope="col" className={table.figure}>
            {t('pigeons.title')}
          </th>
          <th scope="col">{t('entries.location')}</th>
          <th scope="col">{t('admin.state')}</th>
        </tr>
      </thead>
      <tbody>
        {transports.map(({ id, order, customer, places, status, collection, has_cash, ...birds }) => (
          <tr key={id}>
            <ChooseRow id={id} name={order.number} />
            <td>
              <Link to={`/transports/${id}`}>
                <bdi dir="ltr" className="num">
                  {order.number}
                </bdi>
              </Link>
            </td>
            <td>
              <bdi>{customer}</bdi>
            </td>
            {withCollection && (
              <td data-label={t('transports.where')}>
                <span>
                  <bdi>{collection.place}</bdi>
                  <small suppressHydrationWarning>
                    {formatCalendarDay(locale, collection.day, 'short')}
                    {t('rows.comma')}
                    <bdi>{collection.agent.name}</bdi>
                  </small>
                </span>
              </td>
            )}
            <td data-label={t('pigeons.title')} className={table.figure}>
              <bdi className="num">{formatNumber(locale, places)}</bdi>
            </td>
            <td data-label={t('entries.location')}>
              <span className={styles.chips}>
                {locationStatuses
                  .filter((location) => birds[location] > 0)
                  .map((location) => (
                    <LocationWord key={location} location={location} count={formatNumber(locale, birds[location])} />
                  ))}
                {birds.gone > 0 && (
                  <span>
                    {t('pigeons.gone')}: <bdi className="num">{formatNumber(locale, birds.gone)}</bdi>
                  </span>
                )}
                {birds.not_entered > 0 && <span>{t('transports.not_entered_count', { n: birds.not_entered })}</span>}
                {birds.gone + birds.not_entered === 0 &&
                  locationStatuses.every((location) => birds[location] === 0) &&
                  '–'}
              </span>
            </td>
            <td data-label={t('admin.state')}>
              <span>
                <TransportChip status={status} />
                {birds.to_give_back > 0 && <small>{t('transports.give_back')}</small>}
                {has_cash && <small>{t('money.to_approve')}</small>}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
