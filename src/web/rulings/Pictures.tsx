/** The pictures that a ruling rests on: added before it is prepared, and read with it. */
import { useState } from 'react';
import type { FileShown } from '#domain/files/contract.ts';
import { mostRulingFiles } from '#domain/rulings/contract.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Picture } from '#web/ui/Picture.tsx';
import panel from '#web/ui/panel.module.css';
import { Upload } from '#web/ui/Upload.tsx';
import styles from './rulings.module.css';

/** Pictures of the form; uploading needs a script. */
export function Evidence({ loft_id, kept }: { loft_id: number; kept: string | undefined }) {
  const { t } = useTranslation();
  const [files, setFiles] = useState<readonly FileShown[]>([]);
  const ids = files.length ? files.map(({ id }) => String(id)) : kept ? [kept] : [];
  return (
    <fieldset className={styles.evidence}>
      <legend className={styles.label}>{t('ruling.pictures')}</legend>
      {ids.map((id) => (
        <input key={id} type="hidden" name="file_id" value={id} />
      ))}
      {files.map((file) => (
        <Picture key={file.id} file={file} alt={file.name} sizes="320px" className={styles.picture} />
      ))}
      {files.length < mostRulingFiles && (
        <Upload loft_id={loft_id} as="image" onStored={(file) => setFiles((all) => [...all, file])} />
      )}
    </fieldset>
  );
}

/** Pictures of a prepared ruling. */
export function Pictures({ files }: { files: readonly FileShown[] }) {
  const { t } = useTranslation();
  if (files.length === 0) return null;
  return (
    <section className={panel.panel} aria-labelledby="pictures">
      <div className={panel.head}>
        <h2 id="pictures">{t('ruling.pictures')}</h2>
      </div>
      {files.map((file) => (
        <Picture
          key={file.id}
          file={file}
          alt={file.name}
          sizes="(max-width: 760px) 100vw, 396px"
          className={styles.picture}
        />
      ))}
    </section>
  );
}
