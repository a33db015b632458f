/** The pictures and documents that a ruling rests on. */
import type { FileShown } from '#domain/files/contract.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Evidence } from '#web/ui/Evidence.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './rulings.module.css';

export function RulingFiles({ files }: { files: readonly FileShown[] }) {
  const { t } = useTranslation();
  if (files.length === 0) return null;
  return (
    <section className={panel.panel} aria-labelledby="files">
      <div className={panel.head}>
        <h2 id="files">{t('ruling.evidence')}</h2>
      </div>
      {files.map((file) => (
        <div key={file.id} className={styles.none}>
          <Evidence file={file} alt={file.name} />
        </div>
      ))}
    </section>
  );
}
