/** What a ruling or a dispute rests on: pictures, and documents as links. */
import { useState } from 'react';
import type { FileShown } from '#domain/files/contract.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './evidence.module.css';
import forms from './form.module.css';
import { Icon } from './Icon.tsx';
import { Picture } from './Picture.tsx';
import panel from './panel.module.css';
import { Upload, type UploadProps } from './Upload.tsx';

interface EvidenceProps {
  file: Pick<FileShown, 'kind' | 'name' | 'src' | 'width' | 'height'>;
  alt: string;
  /** Whether it is never at the host of public pictures; it has one size only. */
  isPrivate?: boolean;
}

/** A picture, small, with the way to the whole one; a document as a link. */
export function Evidence({ file, alt, isPrivate = false }: EvidenceProps) {
  const { t } = useTranslation();
  const { media_url = '' } = usePage();
  const { kind, src, name, width, height } = file;
  if (kind !== 'image')
    return (
      <p className={styles.document}>
        <a href={src} download>
          <Icon name="download" /> <bdi>{name}</bdi>
        </a>
      </p>
    );
  return (
    <a className={styles.whole} href={isPrivate ? src : `${media_url}${src}`} target="_blank" rel="noopener">
      {isPrivate ? (
        <img
          className={styles.picture}
          src={src}
          width={width ?? undefined}
          height={height ?? undefined}
          alt={alt}
          loading="lazy"
        />
      ) : (
        <Picture file={file} alt={alt} sizes="320px" className={styles.picture} />
      )}
      <span>{t('upload.whole')}</span>
    </a>
  );
}

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
