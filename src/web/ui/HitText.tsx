/** One thing that a search has found: its ring or name, and what tells it from others. */
import type { Hit } from '#web/lib/site-search.ts';
import { Flag } from './Flag.tsx';
import styles from './hit.module.css';
import { Ring } from './Ring.tsx';

export function HitText({ hit: { title, is_ring, country, now, details } }: { hit: Hit }) {
  return (
    <>
      <span className={styles.title}>
        {country && <Flag country={country} width={20} />}
        {is_ring ? <Ring ring={title} /> : <bdi>{title}</bdi>}
      </span>
      {now && (
        <bdi className={styles.now} data-home={now.is_home}>
          {now.words}
        </bdi>
      )}
      {details.length > 0 && (
        <span className={styles.details}>
          {details.map((text, at) => (
            <span key={text}>
              {at > 0 && ' · '}
              <bdi>{text}</bdi>
            </span>
          ))}
        </span>
      )}
    </>
  );
}
