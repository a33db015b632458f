/**
 * The switches of a bird's passport, for whoever decides about the bird. All readers share the page, so the browser asks
 * whether that is the reader.
 */
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { ReplyOf } from '#domain/contract.ts';
import type { PigeonKey } from '#domain/keys.ts';
import { passportParts } from '#domain/pigeons/passport.ts';
import type { changePassport, readOwnPassport } from '#domain/pigeons/passport-contract.ts';
import { say } from '#web/lib/notice.ts';
import { useMe } from '#web/lib/root-data.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Check } from '#web/ui/Field.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './pigeon.module.css';

/** The page is loaded again so long after a switch was turned: a copy of it is shared for a second. */
const shared_ms = 1100;

type Shown = ReplyOf<typeof readOwnPassport>['shown'];

export function PassportSwitches({ loft_id, pigeon_id }: PigeonKey) {
  const { t } = useTranslation();
  const user_id = useMe()?.id;
  const { revalidate } = useRevalidator();
  const [shown, setShown] = useState<Shown>(null);
  const [turned, setTurned] = useState(0);
  const path = `/api/me/lofts/${loft_id}/pigeons/${pigeon_id}/passport`;
  useEffect(() => {
    setShown(null);
    if (user_id === undefined) return undefined;
    const left = new AbortController();
    fetch(path, { signal: left.signal })
      .then(async (answer) => answer.ok && setShown(((await answer.json()) as ReplyOf<typeof readOwnPassport>).shown))
      // The page was left, or there is no network: the next look asks again.
      .catch(() => {});
    return () => left.abort();
  }, [user_id, path]);
  useEffect(() => {
    if (turned === 0) return undefined;
    const timer = setTimeout(() => void revalidate(), shared_ms);
    return () => clearTimeout(timer);
  }, [turned, revalidate]);
  if (!shown) return null;
  const turn = async (part: (typeof passportParts)[number], is_shown: boolean) => {
    const before = shown;
    setShown(is_shown ? [...shown, part] : shown.filter((one) => one !== part));
    try {
      const answer = await fetch(path, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ part, is_shown }),
      });
      if (!answer.ok) throw new Error(String(answer.status));
      setShown(((await answer.json()) as ReplyOf<typeof changePassport>).shown);
      setTurned((times) => times + 1);
    } catch {
      setShown(before);
      say('error', t('notifications.failed'));
    }
  };
  return (
    <section className={`${panel.panel} ${styles.own}`} aria-labelledby="switches">
      <div className={panel.head}>
        <h2 id="switches">{t('passport.shown')}</h2>
        <small>{t('passport.shown_lead')}</small>
      </div>
      <div className={styles.switches}>
        {passportParts.map((part) => (
          <Check
            key={part}
            label={t(`passport.show_${part}`)}
            checked={shown.includes(part)}
            onChange={({ currentTarget }) => void turn(part, currentTarget.checked)}
          />
        ))}
      </div>
    </section>
  );
}
