/** The pictures and documents that a ruling rests on: added before it is prepared, and read with it. */
import { useState } from 'react';
import type { FileShown } from '#domain/files/contract.ts';
import { mostRulingFiles } from '#domain/rulings/contract.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Evidence } from '#web/ui/Evidence.tsx';
import panel from '#web/ui/panel.module.css';
import { Upload } from '#web/ui/Upload.tsx';
import styles from './rulings.module.css';

/** Files of the form; uploading needs a script. */
export function AddFiles({ loft_id, kept }: { loft_id: number; kept: string | undefined }) {
  const { t } = useTranslation();
  const [files, setFiles] = useState<readonly FileShown[]>([]);
  const ids = files.length ? files.map(({ id }) => String(id)) : kept ? [kept] : [];
  return (
    <fieldset className={styles.evidence}>
      <legend className={styles.label}>{t('ruling.evidence')}</legend>
      {ids.map((id) => (
        <input key={id} type="hidden" name="file_id" value={id} />
      ))}
      {files.map((file) => (
        <Evidence key={file.id} file={file} alt={file.name} sizes="320px" className={styles.picture} />
      ))}
      {files.length < mostRulingFiles && (
        <Upload loft_id={loft_id} as="evidence" onStored={(file) => setFiles((all) => [...all, file])} />
      )}
    </fieldset>
  );
}

/** Files of a prepared ruling. */
export function RulingFiles({ files }: { files: readonly FileShown[] }) {
  const { t } = useTranslation();
  if (files.length === 0) return null;
  return (
    <section className={panel.panel} aria-labelledby="files">
      <div className={panel.head}>
        <h2 id="files">{t('ruling.evidence')}</h2>
      </div>
      {files.map((file) => (
        <div key={file.id} className={file.kind === 'image' ? undefined : styles.none}>
          <Evidence file={file} alt={file.name} sizes="(max-width: 760px) 100vw, 396px" className={styles.picture} />
        </div>
      ))}
    </section>
  );
}
