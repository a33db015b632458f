/** The notice that a pigeon races outside the ordered places, with the reason. */
import type { ExtraPlaceKind } from '#domain/pigeons/admin-bird.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './entries.module.css';

export function ExtraPlace({ extra, reason }: { extra: ExtraPlaceKind; reason: string | null }) {
  const { t } = useTranslation();
  return (
    <span className={styles.extra}>
      <b>{t(`entries.${extra}`)}</b>
      <small>
        <bdi>{reason}</bdi>
      </small>
    </span>
  );
}
