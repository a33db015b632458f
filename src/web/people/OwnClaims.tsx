/** The claims of the reader, the latest first; an open one can be withdrawn. */
import type { ComponentProps } from 'react';
import { Form, useNavigation } from 'react-router';
import type { OwnTeamClaim } from '#domain/people/team-claim-contract.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Wrong } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './claims.module.css';
import { TeamClaimFacts } from './TeamClaimFacts.tsx';

interface OwnClaimsProps {
  claims: readonly OwnTeamClaim[];
  /** The refusal of a withdrawal. */
  refused: ComponentProps<typeof Wrong>['refused'];
}

export function OwnClaims({ claims, refused }: OwnClaimsProps) {
  const { t } = useTranslation();
  const busy = useNavigation().state === 'submitting';
  return (
    <section className={panel.panel} aria-labelledby="own">
      <div className={panel.head}>
        <h2 id="own">{t('claims.own')}</h2>
      </div>
      <Wrong refused={refused} />
      {claims.length === 0 ? (
        <p className={styles.none}>{t('claims.none')}</p>
      ) : (
        <ol className={styles.list}>
          {claims.map((claim) => (
            <li key={claim.claim_id} id={`claim-${claim.claim_id}`}>
              <TeamClaimFacts claim={claim} />
              {claim.state === 'open' && (
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="claim_id" value={claim.claim_id} />
                  <button type="submit" name="intent" value="withdraw" className={panel.button} disabled={busy}>
                    <Icon name="undo" />
                    {t('claims.withdraw')}
                  </button>
                </Form>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
