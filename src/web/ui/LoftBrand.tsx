/** The logo of a loft, and its colour for the sky of its pages. */
import type { CSSProperties } from 'react';
import { inSize } from '#domain/files/file.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import { usePage } from '#web/lib/page.ts';
import styles from './loft-brand.module.css';

/** The attributes of a sky in the colour of a loft; nothing for a loft without one. */
export const accentOf = ({ accent }: Pick<Loft, 'accent'>) =>
  accent ? { 'data-accent': true, style: { '--loft-accent': accent } as CSSProperties } : {};

/** The logo beside the name of its loft, which says the same. */
export function LoftLogo({ logo = null }: Pick<Loft, 'logo'>) {
  const { media_url = '' } = usePage();
  if (!logo) return null;
  return <img className={styles.logo} src={`${media_url}${inSize(logo, 'low')}`} alt="" width={72} height={72} />;
}
