/** The collections that an agent offers at a loft, and a form to add one. Works without a script. */
import { Form } from 'react-router';
import type { Offered, Offers } from '#domain/transports/agent-contract.ts';
import type { ShippingWindow } from '#domain/transports/collection.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { formatCalendarDay, formatMoney, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Check, Field } from '#web/ui/Field.tsx';
import form from '#web/ui/form.module.css';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Table } from '#web/ui/Table.tsx';
import table from '#web/ui/table.module.css';
import styles from './transports.module.css';

export interface OffersOfProps {
  offers: Offers;
  /** Title of the list: the agent's name for the loft, the loft's name for the agent. */
  title: string;
  loft_id: number;
  currency: string;
  shipping: readonly ShippingWindow[];
  answer: RefusedForm | undefined;
}

export function OffersOf({
  offers: { agent_id, collections },
  title,
  loft_id,
  currency,
  shipping,
  answer,
}: OffersOfProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const id = `offers-${loft_id}-${agent_id}`;
  const own =
    answer?.typed.agent_id === String(agent_id) && answer.typed.loft_id === String(loft_id) ? answer : undefined;
  const day = (date: string) => formatCalendarDay(locale, date, 'words');
  const windows = shipping.map(({ starts_at, ends_at }) =>
    t('due_date.range', { from: day(starts_at), to: day(ends_at) }),
  );
  const errors = own?.refused.errors ?? {};
  const isOutside = errors.day?.some(({ code }) => code === 'collection_outside_shipping') ?? false;

  return (
    <section className={panel.panel} aria-labelledby={id}>
      <div className={panel.head}>
        <h2 id={id}>
          <bdi>{title}</bdi>
        </h2>
      </div>
      {collections.length === 0 ? (
        <p className={styles.body}>{t('transports.no_offers')}</p>
      ) : (
        <Table caption={title} cards>
          <thead>
            <tr>
              <th scope="col">{t('transports.place')}</th>
              <th scope="col">{t('transports.day')}</th>
              <th scope="col" className={table.figure}>
                {t('product.price')}
              </th>
              <th scope="col" className={table.figure}>
                {t('transports.open')}
              </th>
              <th scope="col">
                <span className="visually-hidden">{t('staff.withdraw')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {collections.map((one) => (
              <Row key={one.id} collection={one} />
            ))}
          </tbody>
        </Table>
      )}
      <details className={styles.add} open={own !== undefined}>
        <summary>{t('transports.add')}</summary>
        <Form method="post" className={form.form} preventScrollReset noValidate>
          <input type="hidden" name="loft_id" value={loft_id} />
          <input type="hidden" name="agent_id" value={agent_id} />
          <div className={styles.fields}>
            {(
              [
                ['place', t('transports.place'), { maxLength: 128 }],
                [
                  'day',
                  t('transports.day'),
                  {
                    type: 'date',
                    ...(windows.length && { hint: t('transports.shipping', { windows: windows.join('; ') }) }),
                  },
                ],
                ['from_time', t('notifications.from'), { type: 'time' }],
                ['to_time', t('notifications.to'), { type: 'time' }],
                ['price', t('transports.price', { currency }), { inputMode: 'decimal' }],
                ['note', t('devices.note'), { maxLength: 500 }],
              ] as const
            ).map(([name, label, input]) => (
              <Field
                key={name}
                name={name}
                label={label}
                {...input}
                defaultValue={own?.typed[name] ?? ''}
                errors={errors[name]}
              />
            ))}
          </div>
          {(isOutside || own?.typed.is_on_purpose) && (
            <Check
              name="is_on_purpose"
              label={t('transports.on_purpose')}
              defaultChecked={own?.typed.is_on_purpose !== undefined}
            />
          )}
          <div className={styles.acts}>
            <button type="submit" name="intent" value="offer" className={panel.button_primary}>
              {t('transports.add')}
            </button>
          </div>
        </Form>
      </details>
    </section>
  );
}

function Row({ collection }: { collection: Offered }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { id, place, day, from_time, to_time, price_cents, currency, note, open } = collection;
  return (
    <tr>
      <td>
        <Link to={`/transports/manifest/${id}`}>
          <bdi>{place}</bdi>
        </Link>
        {note && (
          <small>
            <bdi>{note}</bdi>
          </small>
        )}
      </td>
      <td data-label={t('transports.day')}>
        <span>
          <span suppressHydrationWarning>{formatCalendarDay(locale, day, 'words')}</span>
          <small>
            <bdi dir="ltr" className="num">{`${from_time}–${to_time}`}</bdi>
          </small>
        </span>
      </td>
      <td data-label={t('product.price')} className={table.figure}>
        <bdi className="num">{formatMoney(locale, price_cents, currency)}</bdi>
      </td>
      <td data-label={t('transports.open')} className={table.figure}>
        <bdi className="num">{formatNumber(locale, open)}</bdi>
      </td>
      <td>
        {open === 0 && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="collection_id" value={id} />
            <button type="submit" name="intent" value="withdraw" className={panel.button}>
              {t('staff.withdraw')}
            </button>
          </Form>
        )}
      </td>
    </tr>
  );
}
