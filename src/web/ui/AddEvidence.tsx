/** The files that a form adds to a ruling or a dispute. Apart from Evidence.tsx, because pages that show them send none. */
import { useState } from 'react';
import type { FileShown } from '#domain/files/contract.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Evidence, type EvidenceProps } from './Evidence.tsx';
import styles from './evidence.module.css';
import forms from './form.module.css';
import { Icon } from './Icon.tsx';
import panel from './panel.module.css';
import { Upload, type UploadProps } from './Upload.tsx';

type AddEvidenceProps = Pick<UploadProps, 'as'> &
  Pick<EvidenceProps, 'isPrivate'> &
  ({ loft_id: number; path?: never } | { loft_id?: never; path: string }) & {
    legend: string;
    most: number;
    /** A file of the form that was refused. */
    kept: string | undefined;
  };

/** Whether it is the same file once more: one that is not public has an address of its own each time. */
const isSame = (one: FileShown, other: FileShown) =>
  one.src === other.src || (one.name === other.name && one.bytes === other.bytes && one.kind === other.kind);

/** Files of a form, as `file_id`; uploading needs a script. */
export function AddEvidence({ legend, most, kept, isPrivate = false, ...upload }: AddEvidenceProps) {
  const { t } = useTranslation();
  const [files, setFiles] = useState<readonly FileShown[] | null>(null);
  const ids = files ? files.map(({ id }) => String(id)) : kept ? [kept] : [];
  const add = (file: FileShown) =>
    setFiles((all) => (all?.some((one) => isSame(one, file)) ? all : [...(all ?? []), file]));
  return (
    <fieldset className={styles.evidence}>
      <legend className={forms.label}>{legend}</legend>
      {ids.map((id) => (
        <input key={id} type="hidden" name="file_id" value={id} />
      ))}
      {files?.map((file) => (
        <div key={file.id} className={styles.added}>
          <Evidence file={file} alt={file.name} isPrivate={isPrivate} />
          <button
            type="button"
            className={panel.button}
            onClick={() => setFiles((all) => all?.filter(({ id }) => id !== file.id) ?? null)}
          >
            <Icon name="close" />
            {t('upload.remove')} <span className="visually-hidden">{file.name}</span>
          </button>
        </div>
      ))}
      {(files?.length ?? 0) < most && <Upload {...upload} isShownApart onStored={add} />}
    </fieldset>
  );
}
