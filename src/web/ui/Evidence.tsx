/** What a ruling or a dispute rests on: pictures, and documents as links. */
import { useState } from 'react';
import type { FileShown } from '#domain/files/contract.ts';
import styles from './evidence.module.css';
import forms from './form.module.css';
import { Icon } from './Icon.tsx';
import { Picture } from './Picture.tsx';
import { Upload, type UploadProps } from './Upload.tsx';

interface EvidenceProps {
  file: Pick<FileShown, 'kind' | 'name' | 'src' | 'width' | 'height'>;
  alt: string;
  /** The width of its place; a private picture has one size only. */
  sizes: string;
  /** Whether it is never at the host of public pictures. */
  isPrivate?: boolean;
  className?: string | undefined;
}

export function Evidence({ file, alt, sizes, isPrivate = false, className = styles.picture }: EvidenceProps) {
  const { kind, src, name, width, height } = file;
  if (kind !== 'image')
    return (
      <p className={styles.document}>
        <a href={src} download>
          <Icon name="download" /> <bdi>{name}</bdi>
        </a>
      </p>
    );
  if (!isPrivate) return <Picture file={file} alt={alt} sizes={sizes} className={className} />;
  return (
    <img
      className={className}
      src={src}
      width={width ?? undefined}
      height={height ?? undefined}
      alt={alt}
      loading="lazy"
    />
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

/** Files of a form, as `file_id`; uploading needs a script. */
export function AddEvidence({ legend, most, kept, isPrivate = false, ...upload }: AddEvidenceProps) {
  const [files, setFiles] = useState<readonly FileShown[]>([]);
  const ids = files.length ? files.map(({ id }) => String(id)) : kept ? [kept] : [];
  return (
    <fieldset className={styles.evidence}>
      <legend className={forms.label}>{legend}</legend>
      {ids.map((id) => (
        <input key={id} type="hidden" name="file_id" value={id} />
      ))}
      {files.map((file) => (
        <Evidence key={file.id} file={file} alt={file.name} sizes="320px" isPrivate={isPrivate} />
      ))}
      {files.length < most && <Upload {...upload} onStored={(file) => setFiles((all) => [...all, file])} />}
    </fieldset>
  );
}
