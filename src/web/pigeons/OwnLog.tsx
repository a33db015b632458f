/**
 * The log of a bird on its public page, for its owners. All readers share the page, so the browser asks for it; nobody
 * else is told anything.
 */
import { useEffect, useState } from 'react';
import type { ReplyOf } from '#domain/contract.ts';
import type { PigeonKey } from '#domain/keys.ts';
import type { readOwnPigeonLog } from '#domain/pigeons/log-contract.ts';
import { useMe } from '#web/lib/root-data.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { PigeonLog } from '#web/ui/PigeonLog.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './pigeon.module.css';

export function OwnLog({ loft_id, pigeon_id }: PigeonKey) {
  const { t } = useTranslation();
  const user_id = useMe()?.id;
  const [own, setOwn] = useState<ReplyOf<typeof readOwnPigeonLog> | null>(null);
  useEffect(() => {
    setOwn(null);
    if (user_id === undefined) return undefined;
    const left = new AbortController();
    fetch(`/api/me/lofts/${loft_id}/pigeons/${pigeon_id}/log`, { signal: left.signal })
      .then(async (answer) => answer.ok && setOwn((await answer.json()) as ReplyOf<typeof readOwnPigeonLog>))
      // The page was left, or there is no network: the next look asks again.
      .catch(() => {});
    return () => left.abort();
  }, [user_id, loft_id, pigeon_id]);
  if (!own?.time_zone || own.log.length === 0) return null;
  return (
    <section className={`${panel.panel} ${styles.own}`} aria-labelledby="log">
      <div className={panel.head}>
        <h2 id="log">{t('entries.past')}</h2>
        <small>{t('entries.past_owner')}</small>
      </div>
      <PigeonLog log={own.log} time_zone={own.time_zone} />
    </section>
  );
}
