/** The head of a page about rulings: the way back to the flight, the title, and whether anything has changed yet. */
import type { ComponentProps, ReactNode } from 'react';
import type { WholePlan } from '#domain/flights/plan-contract.ts';
import type { RulingState } from '#domain/rulings/ruling.ts';
import { controlPath, flightsAdminPath, rulingsPath } from '#web/lib/admin-paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Crumbs } from '#web/ui/Crumbs.tsx';
import { StateChip } from '#web/ui/StateChip.tsx';
import styles from './rulings.module.css';

interface RulingHeadProps {
  flight: WholePlan;
  season_id: number;
  title: string;
  /** The breadcrumb of the page below the list of rulings; the list itself has none. */
  own?: string;
  children?: ReactNode;
}

export function RulingHead({ flight, season_id, title, own, children }: RulingHeadProps) {
  const { t } = useTranslation();
  const trail = [
    { name: t('admin.flights'), to: flightsAdminPath(season_id) },
    { name: flight.name, to: `${flightsAdminPath(season_id)}/${flight.id}` },
    { name: t('control.title'), to: controlPath(season_id, flight.id) },
    ...(own ? [{ name: t('ruling.title'), to: rulingsPath(season_id, flight.id) }, { name: own }] : [{ name: title }]),
  ];
  return (
    <header className={styles.head}>
      <div>
        <Crumbs trail={trail} />
        <h1>{title}</h1>
        <p className={styles.of}>
          <bdi>{flight.name}</bdi>
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
