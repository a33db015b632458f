/** Asks whether an empty desk goes on as the one that the same person opened before, at another device, and left. */
import { deskName } from '#domain/basketing/crates.ts';
import { useTranslation } from '#web/lib/translation.ts';
import styles from './desk.module.css';
import type { Desk, DeskView } from './desk-view.ts';

export function DeskLeft({ view, takeOver }: { view: DeskView; takeOver: Desk['takeOver'] }) {
  const { t } = useTranslation();
  const left = view.others.find(({ is_left }) => is_left);
  const isUnused = view.own?.received === 0 && view.waiting === 0 && view.contact === 'online';
  if (!left || !isUnused) return null;
  const desk = deskName(left.desk);
  return (
    <p className={`${styles.notice} ${styles.offer}`}>
      {t('basketing_desk.left', { desk })}
      <button type="button" onClick={() => void takeOver(left.desk)}>
        {t('basketing_desk.take_over', { desk })}
      </button>
    </p>
  );
}
