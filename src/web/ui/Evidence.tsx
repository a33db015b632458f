/** What a ruling or a dispute rests on: pictures, and documents as links. */
import type { FileShown } from '#domain/files/contract.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './evidence.module.css';
import { Icon } from './Icon.tsx';
import { Picture } from './Picture.tsx';

export interface EvidenceProps {
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
