/** What a dispute says: its number and state, the bird, the line and the pictures, and how it was answered. */
import type { ComponentProps } from 'react';
import type { OwnDispute } from '#domain/disputes/contract.ts';
import type { DisputeState } from '#domain/disputes/dispute.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Evidence } from '#web/ui/Evidence.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import { StateChip } from '#web/ui/StateChip.tsx';
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
      {files.map((file) => (
        <Evidence key={file.id} file={file} alt={file.name} isPrivate />
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

const looks = {
  open: { look: 'open', icon: 'hourglass' },
  upheld: { look: 'done', icon: 'check' },
  rejected: { look: 'over', icon: 'close' },
  withdrawn: { look: 'over', icon: 'undo' },
} as const satisfies Record<DisputeState, Omit<ComponentProps<typeof StateChip>, 'children'>>;

function DisputeStateChip({ state }: { state: DisputeState }) {
  const { t } = useTranslation();
  return <StateChip {...looks[state]}>{t(`dispute.${state}`)}</StateChip>;
}
