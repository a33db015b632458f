/**
 * A ring number as written, its last three digits bold, because fanciers name a bird by these. Never wrapped, never
 * mirrored; nothing where it is hidden.
 */
import { ringParts } from '#domain/pigeons/ring.ts';
import styles from './bird.module.css';

export function Ring({ ring }: { ring: string }) {
  if (!ring) return null;
  const { before, digits, after } = ringParts(ring);
  return (
    <bdi dir="ltr" className={styles.ring}>
      {before}
      <b>{digits}</b>
      {after}
    </bdi>
  );
}
