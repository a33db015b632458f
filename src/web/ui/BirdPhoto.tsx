/** The photo that a loft has taken of a bird: large, or as the square of 10 KB beside its ring. */
import type { Photo } from '#domain/pigeons/photo-contract.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './bird-photo.module.css';

interface BirdPhotoProps {
  photo: Photo;
  ring: string;
}

export function BirdPhoto({ photo, ring }: BirdPhotoProps) {
  const { t } = useTranslation();
  return (
    <img
      className={styles.photo}
      src={photo.src}
      width={photo.width}
      height={photo.height}
      alt={t('bird_photo.alt', { ring })}
      loading="lazy"
      decoding="async"
    />
  );
}

export function BirdThumbnail({ photo, ring }: BirdPhotoProps) {
  const { t } = useTranslation();
  return (
    <img
      className={styles.thumbnail}
      src={photo.thumbnail}
      width={48}
      height={48}
      alt={t('bird_photo.alt', { ring })}
      loading="lazy"
      decoding="async"
    />
  );
}
