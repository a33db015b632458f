/** What a dispute says: its number and state, the bird, the line and the pictures, and how it was answered. */
import type { OwnDispute } from '#domain/disputes/contract.ts';
import type { DisputeState } from '#domain/disputes/dispute.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon, type IconName } from '#web/ui/Icon.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import { Moment } from '#web/ui/Times.tsx';
import styles from './disputes.module.css';

interface DisputeFactsProps {
  dispute: OwnDispute;
  time_zone: string;
  /** Who opened it, where that is shown. */
  by?: string;
  answered_by?: string | null;
}

export function DisputeFacts({ dispute, time_zone, by, answered_by }: DisputeFactsProps) {
  const { t } = useTranslation();
  const { n, state, ring, text, opened_at, files, answer, ruling_n, decided_at } = dispute;
  return (
    <>
      <header className={styles.head}>
        <h3>{t('dispute.number', { n })}</h3>
        <DisputeStateChip state={state} />
      </header>
      <p>{ring === null ? t('dispute.whole') : <Ring ring={ring} />}</p>
      <p className={styles.text}>
        <bdi>{text}</bdi>
      </p>
      <small>
        {by !== undefined && (
          <>
            <bdi>{by}</bdi> ·{' '}
          </>
        )}
        <Moment at_ms={Date.parse(opened_at)} time_zone={time_zone} short />
      </small>
      {files.map(({ id, src, width, height, name }) => (
        // It is private: never at the host of public pictures, and in one size.
        <img
          key={id}
          className={styles.picture}
          src={src}
          width={width ?? undefined}
          height={height ?? undefined}
          alt={name}
          loading="lazy"
        />
      ))}
      {answer !== null && (
        <div className={styles.answer}>
          <p className={styles.text}>
            <b>{t('dispute.answer')}:</b> <bdi>{answer}</bdi>
          </p>
          {ruling_n !== null && <p>{t('ruling.number', { n: ruling_n })}</p>}
          <small>
            {answered_by && (
              <>
                <bdi>{answered_by}</bdi> ·{' '}
              </>
            )}
            {decided_at !== null && <Moment at_ms={Date.parse(decided_at)} time_zone={time_zone} short />}
          </small>
        </div>
      )}
    </>
  );
}

const icons: Readonly<Record<DisputeState, IconName>> = {
  open: 'hourglass',
  upheld: 'check',
  rejected: 'close',
  withdrawn: 'undo',
};

/** Where a dispute stands; dashed while nobody has answered. */
function DisputeStateChip({ state }: { state: DisputeState }) {
  const { t } = useTranslation();
  return (
    <span className={styles.state} data-state={state}>
      <Icon name={icons[state]} size={18} />
      {t(`dispute.${state}`)}
    </span>
  );
}
