/** A picture that was uploaded, as large as its place needs it; one that cannot be shown says so. */
import { useEffect, useRef, useState } from 'react';
import type { FileShown } from '#domain/files/contract.ts';
import { inSize, type PictureSize, pictureSizes, sidesOf } from '#domain/files/file.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { usePage } from '#web/lib/page.ts';
import { isThrifty } from '#web/lib/thrifty.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from './Icon.tsx';
import styles from './picture.module.css';

export interface PictureProps {
  file: Pick<FileShown, 'src' | 'width' | 'height'>;
  /** What is to be seen; empty where the text beside it says so. */
  alt: string;
  /** How wide its place is, as in the `sizes` of an image. */
  sizes: string;
  /** Before the reader has scrolled to it. */
  eager?: boolean;
  className?: string | undefined;
}

export function Picture({ file, alt, sizes, eager = false, className }: PictureProps) {
  const { t } = useTranslation();
  const { media_url = '' } = usePage();
  const hydrated = useHydrated();
  const image = useRef<HTMLImageElement>(null);
  const [missing, setMissing] = useState(false);
  // What failed before this page was taken over told nobody.
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
  // A line that is slow or metered gets the small one (2.38).
  const thrifty = hydrated && isThrifty();
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
