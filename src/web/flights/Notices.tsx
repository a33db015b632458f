/** What a reader must know before he believes the figures: a replay, readings that are still owed, an annulled flight. */
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Flight } from '#domain/flights/contract.ts';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './flight.module.css';

export const Notices = memo(function Notices({ flight }: { flight: Flight }) {
  const { t } = useTranslation();
  const { replay_factor, missing_readings, status } = flight;
  return (
    <div className={styles.notices}>
      {replay_factor !== null && (
        <p className={panel.notice}>
          <Icon name="replay" size={20} />
          <span>{t('replay.notice', { count: replay_factor })}</span>
        </p>
      )}
      {missing_readings > 0 && (
        <p className={panel.notice}>
          <Icon name="alert" size={20} />
          <span>{t('flight.missing_readings', { count: missing_readings })}</span>
        </p>
      )}
      {status === 'annulled' && (
        <p className={`${panel.notice} ${panel.notice_bad}`}>
          <Icon name="alert" size={20} />
          <span>{t('flight.annulled')}</span>
        </p>
      )}
    </div>
  );
});
