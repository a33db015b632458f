/** The head of a page about rulings: the way back to the flight, the title, and whether anything has changed yet. */
import type { ComponentProps, ReactNode } from 'react';
import type { WholePlan } from '#domain/flights/plan-contract.ts';
import type { RulingState } from '#domain/rulings/ruling.ts';
import { controlPath } from '#web/lib/admin-paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Trail } from '#web/shell/Trail.tsx';
import { Link } from '#web/ui/Link.tsx';
import { StateChip } from '#web/ui/StateChip.tsx';
import styles from './rulings.module.css';

interface RulingHeadProps {
  flight: WholePlan;
  season_id: number;
  title: string;
  children?: ReactNode;
}

export function RulingHead({ flight, season_id, title, children }: RulingHeadProps) {
  const { t } = useTranslation();
  return (
    <header className={styles.head}>
      <div>
        <Trail />
        <h1>{title}</h1>
        <p className={styles.of}>
          <bdi>{flight.name}</bdi> <Link to={controlPath(season_id, flight.id)}>{t('control.title')}</Link>
        </p>
      </div>
      {children}
    </header>
  );
}

const looks = {
  new: { look: 'open', icon: 'note' },
  prepared: { look: 'open', icon: 'hourglass' },
  made: { look: 'done', icon: 'check' },
  refused: { look: 'over', icon: 'close' },
  taken_back: { look: 'over', icon: 'undo' },
} as const satisfies Record<RulingState | 'new', Omit<ComponentProps<typeof StateChip>, 'children'>>;

interface RulingStateChipProps {
  state: RulingState | null;
  /** The ruling that withdrew this one. */
  withdrawn_by?: number | null;
}

/** Where a ruling stands; dashed while nothing has changed by it. */
export function RulingStateChip({ state: own, withdrawn_by = null }: RulingStateChipProps) {
  const { t } = useTranslation();
  const state = withdrawn_by === null ? own : 'taken_back';
  return (
    <StateChip {...looks[state ?? 'new']}>
      {t(state ? `ruling.${state}` : 'ruling.not_made')}
      {withdrawn_by !== null && ` · ${t('ruling.number', { n: withdrawn_by })}`}
    </StateChip>
  );
}
