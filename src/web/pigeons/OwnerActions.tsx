/**
 * What an owner does with a pigeon, on its public page. All readers share the page, so the browser asks whether the
 * pigeon is the reader's; it stands last on the page, because it comes after the rest.
 */
import { useEffect, useState } from 'react';
import type { ReplyOf } from '#domain/contract.ts';
import type { readOwnPigeon } from '#domain/entries/own-pigeon-contract.ts';
import type { PigeonKey } from '#domain/keys.ts';
import { orderPath } from '#web/lib/paths.ts';
import { useMe } from '#web/lib/root-data.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './pigeon.module.css';

export function OwnerActions({ loft_id, pigeon_id }: PigeonKey) {
  const { t } = useTranslation();
  const user_id = useMe()?.id;
  const [order, setOrder] = useState<ReplyOf<typeof readOwnPigeon>['order']>(null);
  useEffect(() => {
    setOrder(null);
    if (user_id === undefined) return undefined;
    const left = new AbortController();
    fetch(`/api/me/lofts/${loft_id}/pigeons/${pigeon_id}`, { signal: left.signal })
      .then(async (answer) => {
        if (answer.ok) setOrder(((await answer.json()) as ReplyOf<typeof readOwnPigeon>).order);
      })
      // The page was left, or there is no network.
      .catch(() => {});
    return () => left.abort();
  }, [user_id, loft_id, pigeon_id]);
  if (!order) return null;
  const path = orderPath(order.order_id);
  return (
    <section className={`${panel.panel} ${styles.own}`} aria-labelledby="owner">
      <div className={panel.head}>
        <h2 id="owner">{t('bird.yours')}</h2>
        <small>{t('orders.order', { number: order.number })}</small>
      </div>
      <p className={styles.owner}>
        <Link className={panel.button} to={`${path}/pigeons`}>
          {t('entries.title')}
        </Link>
        <Link className={panel.button} to={`${path}/activations`}>
          {t('admin.activations')}
        </Link>
        <Link className={panel.button} to={path}>
          {t('orders.order', { number: order.number })}
        </Link>
      </p>
    </section>
  );
}
