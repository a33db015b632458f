/** The unanswered invitations of a loft: to send again, or to withdraw. */
import { Form } from 'react-router';
import type { InvitationToManage } from '#domain/people/contract.ts';
import { invitedRights } from '#domain/people/invitation.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { formatNamedDay } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Table } from '#web/ui/Table.tsx';
import styles from './people.module.css';
import { rightWords } from './right-words.ts';

export interface OpenInvitationsProps {
  invitations: readonly InvitationToManage[];
  time_zone: string;
}

export function OpenInvitations({ invitations, time_zone }: OpenInvitationsProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <section className={panel.panel} aria-labelledby="open">
      <div className={panel.head}>
        <h2 id="open">{t('staff.open')}</h2>
        <small>{invitations.length === 0 && t('staff.none_open')}</small>
      </div>
      {invitations.length > 0 && (
        <Table caption={t('staff.open')} cards>
          <thead>
            <tr>
              <th scope="col">{t('rights.email')}</th>
              <th scope="col">{t('people.rights')}</th>
              <th scope="col">{t('staff.until')}</th>
              <th>
                <span className="visually-hidden">{t('staff.again')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {invitations.map(({ id, email, team, state, expires_at, ...rights }) => (
              <tr key={id}>
                <td>
                  <bdi>{email}</bdi>
                </td>
                <td data-label={t('people.rights')}>
                  <span>
                    {team ? (
                      <Link to={`${seasonAdminPath(team.season_id)}/teams/${team.team_id}`}>
                        {t('staff.for_team', { team: team.team })}
                      </Link>
                    ) : (
                      invitedRights
                        .filter((right) => rights[right])
                        .map((right) => t(rightWords[right]))
                        .join(' · ')
                    )}
                  </span>
                </td>
                <td data-label={t('staff.until')}>
                  {state === 'expired' ? t('staff.expired') : formatNamedDay(locale, Date.parse(expires_at), time_zone)}
                </td>
                <td>
                  <Form method="post" className={styles.buttons} preventScrollReset>
                    <input type="hidden" name="invitation_id" value={id} />
                    <button type="submit" name="intent" value="again" className={panel.button}>
                      {t('staff.again')}
                    </button>
                    <button type="submit" name="intent" value="withdraw" className={panel.button}>
                      {t('staff.withdraw')}
                    </button>
                  </Form>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}
