/** An uploaded picture in the size of its place; one that cannot be loaded is replaced by a message. */
import { useEffect, useRef, useState } from 'react';
import type { FileShown } from '#domain/files/contract.ts';
import { inSize, type PictureSize, pictureSizes, sidesOf } from '#domain/files/file.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { usePage } from '#web/lib/page.ts';
import { isSlowConnection } from '#web/lib/slow-connection.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from './Icon.tsx';
import styles from './picture.module.css';

export interface PictureProps {
  file: Pick<FileShown, 'src' | 'width' | 'height'>;
  /** The alternative text; empty where the text beside the picture is enough. */
  alt: string;
  /** The width of its place, as in the `sizes` of an image. */
  sizes: string;
  /** Loaded before the reader has scrolled to it. */
  eager?: boolean;
  className?: string | undefined;
}

export function Picture({ file, alt, sizes, eager = false, className }: PictureProps) {
  const { t } = useTranslation();
  const { media_url = '' } = usePage();
  const hydrated = useHydrated();
  const image = useRef<HTMLImageElement>(null);
  const [missing, setMissing] = useState(false);
  // An error before the hydration has fired no event.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setMissing(true);
  }, []);
  if (missing)
    return (
      <span role="img" aria-label={t('media.missing')} className={`${styles.missing} ${className ?? ''}`}>
        <Icon name="picture" size={32} />
      </span>
    );
  const { width, height } = file;
  const longest = Math.max(width ?? 1, height ?? 1);
  const at = (size: PictureSize) => `${media_url}${inSize(file.src, size)}`;
  const widthOf = (size: PictureSize) => Math.round((width ?? 1) * Math.min(1, sidesOf[size] / longest));
  // On a slow or metered connection the small one is used (2.38).
  const thrifty = hydrated && isSlowConnection();
  return (
    <img
      ref={image}
      className={className}
      src={at(thrifty ? 'low' : 'medium')}
      {...(thrifty ? {} : { srcSet: pictureSizes.map((size) => `${at(size)} ${widthOf(size)}w`).join(', '), sizes })}
      width={width ?? undefined}
      height={height ?? undefined}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setMissing(true)}
    />
  );
}
