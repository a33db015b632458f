/** A claim to a team: the team, what it says, where it stands, and the reason of who decided. */
import type { ComponentProps, ReactNode } from 'react';
import type { TeamClaimState } from '#domain/people/team-claim.ts';
import type { OwnTeamClaim } from '#domain/people/team-claim-contract.ts';
import { teamPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Flag } from '#web/ui/Flag.tsx';
import { Link } from '#web/ui/Link.tsx';
import { StateChip } from '#web/ui/StateChip.tsx';
import { Moment } from '#web/ui/Times.tsx';
import styles from './claims.module.css';

const looks = {
  open: { look: 'open', icon: 'hourglass' },
  accepted: { look: 'done', icon: 'check' },
  refused: { look: 'over', icon: 'close' },
  withdrawn: { look: 'over', icon: 'undo' },
  taken_back: { look: 'over', icon: 'undo' },
} as const satisfies Record<TeamClaimState, Omit<ComponentProps<typeof StateChip>, 'children'>>;

interface TeamClaimFactsProps {
  claim: OwnTeamClaim;
  /** Who made it; left out for their own. */
  by?: ReactNode;
  decided_by?: ReactNode;
}

export function TeamClaimFacts({ claim, by, decided_by }: TeamClaimFactsProps) {
  const { t } = useTranslation();
  const { loft, season, team, state, text, claimed_at, reason, decided_at } = claim;
  return (
    <>
      <div className={styles.head}>
        <h3>
          <Link to={teamPath({ loft_id: loft.id, team_id: team.team_id })}>
            <bdi>{team.team}</bdi>
          </Link>
          <Flag country={team.country} />
        </h3>
        <StateChip {...looks[state]}>{t(`claims.${state}`)}</StateChip>
      </div>
      <small>
        <bdi>{loft.name}</bdi> · <bdi>{season.name}</bdi>
        {team.fancier && team.fancier !== team.team && (
          <>
            {' · '}
            <bdi>{team.fancier}</bdi>
          </>
        )}
      </small>
      <p className={styles.text}>{text}</p>
      <small>
        {by && <>{by} · </>}
        <Moment at_ms={Date.parse(claimed_at)} time_zone={loft.time_zone} short />
      </small>
      {decided_at !== null && (
        <div className={styles.reason}>
          {reason !== null && <p className={styles.text}>{reason}</p>}
          {state === 'refused' && reason === null && <p>{t('claims.given')}</p>}
          <small>
            {decided_by && <>{decided_by} · </>}
            <Moment at_ms={Date.parse(decided_at)} time_zone={loft.time_zone} short />
          </small>
        </div>
      )}
    </>
  );
}
