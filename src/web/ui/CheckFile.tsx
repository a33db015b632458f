/** A fingerprint, and the comparison of a file with it. */
import { useState } from 'react';
import { useHydrated } from '#web/lib/hydrated.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './check-file.module.css';
import { Icon } from './Icon.tsx';

/** A fingerprint with the ends by which it is compared by eye. */
export function Fingerprint({ of }: { of: string }) {
  return (
    <bdi dir="ltr" className={styles.fingerprint}>
      <b>{of.slice(0, 4)}</b>
      {of.slice(4, -4)}
      <b>{of.slice(-4)}</b>
    </bdi>
  );
}

export interface CheckFileProps {
  fingerprint: string;
  /** What is said of a file that has it, and of another one. */
  same: string;
  other: string;
}

/** The fingerprint of a file is computed on the reader's device and compared. */
export function CheckFile({ fingerprint, same, other }: CheckFileProps) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const [found, setFound] = useState<string | null>(null);
  if (!hydrated) return null;
  return (
    <>
      <label className={styles.file}>
        {t('before_release.choose')}
        <input
          type="file"
          accept=".txt,text/plain"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            setFound(null);
            if (file) void fingerprintOf(file).then(setFound);
          }}
        />
      </label>
      <p role="status" className={found === null ? undefined : found === fingerprint ? styles.same : styles.other}>
        {found !== null &&
          (found === fingerprint ? (
            <>
              <Icon name="check" /> {same}
            </>
          ) : (
            <>
              <Icon name="alert" /> {other} <Fingerprint of={found} />
            </>
          ))}
      </p>
    </>
  );
}

async function fingerprintOf(file: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
