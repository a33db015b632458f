/** The teams of a person: those of a season with their pigeons, and those of the loft's other seasons. */
import type { PersonOfSeason } from '#domain/people/contract.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { pigeonPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Flag } from '#web/ui/Flag.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import { Table } from '#web/ui/Table.tsx';
import table from '#web/ui/table.module.css';
import styles from './people.module.css';

export interface PersonTeamsProps {
  loft_id: number;
  teams: PersonOfSeason['teams'];
  /** Path of the season's admin pages. */
  adminPath: string;
}

export function PersonTeams({ loft_id, teams, adminPath }: PersonTeamsProps) {
  const { t } = useTranslation();
  return (
    <section className={panel.panel} aria-labelledby="teams">
      <div className={panel.head}>
        <h2 id="teams">{t('admin.teams')}</h2>
        <small>{teams.length === 0 && t('people.none_here')}</small>
      </div>
      {teams.length > 0 && (
        <Table caption={t('admin.teams')} cards>
          <thead>
            <tr>
              <th scope="col">{t('teams.team')}</th>
              <th scope="col">{t('sheet.fancier')}</th>
              <th scope="col">{t('teams.pigeons')}</th>
            </tr>
          </thead>
          <tbody>
            {teams.map(({ team_id, team, fancier, country, pigeons }) => (
              <tr key={team_id}>
                <td>
                  <div className={table.flagged}>
                    <Flag country={country} />
                    <Link to={`${adminPath}/teams/${team_id}`}>
                      <bdi>{team}</bdi>
                    </Link>
                  </div>
                </td>
                <td data-label={t('sheet.fancier')}>
                  <bdi>{fancier ?? '–'}</bdi>
                </td>
                <td data-label={t('teams.pigeons')}>
                  <span className={styles.birds}>
                    {pigeons.map(({ pigeon_id, ring, pigeon_name }) => (
                      <Link
                        key={pigeon_id}
                        className={table.ring}
                        to={pigeonPath({ loft_id, team_id, pigeon_id })}
                        title={pigeon_name ?? undefined}
                      >
                        <Ring ring={ring} />
                      </Link>
                    ))}
                    {pigeons.length === 0 && '–'}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}

export function TeamsElsewhere({ user_id, teams }: { user_id: number; teams: PersonOfSeason['elsewhere'] }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <section className={panel.panel} aria-labelledby="elsewhere">
      <div className={panel.head}>
        <h2 id="elsewhere">{t('people.elsewhere')}</h2>
      </div>
      <Table caption={t('people.elsewhere')} cards>
        <thead>
          <tr>
            <th scope="col">{t('teams.team')}</th>
            <th scope="col">{t('bird.season')}</th>
            <th scope="col" className={table.figure}>
              {t('teams.pigeons')}
            </th>
          </tr>
        </thead>
        <tbody>
          {teams.map(({ team_id, team, country, season_id, season, pigeon_count }) => (
            <tr key={team_id}>
              <td>
                <div className={table.flagged}>
                  <Flag country={country} />
                  <Link to={`${seasonAdminPath(season_id)}/teams/${team_id}`}>
                    <bdi>{team}</bdi>
                  </Link>
                </div>
              </td>
              <td data-label={t('bird.season')}>
                <Link to={`${seasonAdminPath(season_id)}/customers/${user_id}`}>
                  <bdi>{season}</bdi>
                </Link>
              </td>
              <td data-label={t('teams.pigeons')} className={table.figure}>
                <bdi className="num">{formatNumber(locale, pigeon_count)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
