/** The newest arrival while a slow line still brings the script of the page; see newest.ts. */
import { useEffect, useState } from 'react';
import type { Flight } from '#domain/flights/contract.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { usePage } from '#web/lib/page.ts';
import { isSlowConnection } from '#web/lib/slow-connection.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './newest.module.css';
import { newestScript, overEvent } from './newest.ts';

export interface NewestProps {
  flight: Flight;
  loft: Loft;
  /** The live number of the page. */
  seq: number;
  /** Whether the board is live. */
  live: boolean;
  isNobodyHome: boolean;
}

export function Newest({ flight, loft, seq, live, isNobodyHome }: NewestProps) {
  const { t } = useTranslation();
  const { nonce } = usePage();
  useEffect(() => {
    // On a fast line the board waits for the first bird, and is there at once.
    if (live || (isNobodyHome && !isSlowConnection())) dispatchEvent(new Event(overEvent));
  }, [live, isNobodyHome]);
  const [html] = useState(
    () => `<p></p><script${nonce ? ` nonce="${nonce}"` : ''}>${newestScript(flight, seq, loft.time_zone)}</script>`,
  );
  return (
    <div className={styles.newest} role="status" hidden suppressHydrationWarning>
      <strong>{t('dock.just_in')}</strong>
      {/* React leaves what such an element contains as it is: the line is the script's. */}
      <div
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant script with numbers and a time zone
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </div>
  );
}
