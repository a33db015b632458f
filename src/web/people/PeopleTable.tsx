/** People of a season as a list: name, teams and pigeons, and for users their rights. */
import type { SeasonPerson } from '#domain/people/contract.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Flag } from '#web/ui/Flag.tsx';
import { Link } from '#web/ui/Link.tsx';
import { ChooseAll, ChooseRow } from '#web/ui/Selection.tsx';
import { SortHead } from '#web/ui/SortHead.tsx';
import { Table } from '#web/ui/Table.tsx';
import table from '#web/ui/table.module.css';
import styles from './people.module.css';
import { type PeopleList, peopleLists } from './people-lists.ts';
import { rightWords } from './right-words.ts';

export interface PeopleTableProps {
  list: PeopleList;
  people: readonly SeasonPerson[];
  order: string;
  /** Path of the season's admin pages. */
  adminPath: string;
}

/** The number of teams listed by name. */
const mostTeams = 3;

export function PeopleTable({ list, people, order, adminPath }: PeopleTableProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { title, parts } = peopleLists[list];
  // Customers all have the same rights.
  const areDifferent = parts.length > 0;
  return (
    <Table caption={t(title)} cards>
      <thead>
        <tr>
          <ChooseAll />
          <SortHead by="name" order={order}>
            {t('rights.person')}
          </SortHead>
          {areDifferent && <th scope="col">{t('people.rights')}</th>}
          <SortHead by="team_count" order={order} largest>
            {t('admin.teams')}
          </SortHead>
          <SortHead by="pigeon_count" order={order} largest className={table.figure}>
            {t('teams.pigeons')}
          </SortHead>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => {
          const { user_id, email, teams, pigeon_count } = person;
          const name = nameOf(person) ?? t('rights.unnamed');
          return (
            <tr key={user_id}>
              <ChooseRow id={user_id} name={name} />
              <td>
                <span>
                  <Link to={`${adminPath}/customers/${user_id}`}>
                    <bdi>{name}</bdi>
                  </Link>
                  {email && (
                    <small>
                      <a href={`mailto:${email}`}>
                        <bdi>{email}</bdi>
                      </a>
                    </small>
                  )}
                </span>
              </td>
              {areDifferent && (
                <td data-label={t('people.rights')}>
                  <span>
                    <PersonRights {...person} />
                  </span>
                </td>
              )}
              <td data-label={t('admin.teams')}>
                <span className={styles.teams}>
                  {teams.slice(0, mostTeams).map(({ team_id, team, country }) => (
                    <Link key={team_id} to={`${adminPath}/teams/${team_id}`}>
                      <Flag country={country} width={20} />
                      <bdi>{team}</bdi>
                    </Link>
                  ))}
                  {teams.length > mostTeams && (
                    <Link to={`${adminPath}/teams?q=${encodeURIComponent(email ?? name)}`}>
                      +{formatNumber(locale, teams.length - mostTeams)}
                    </Link>
                  )}
                  {teams.length === 0 && '–'}
                </span>
              </td>
              <td data-label={t('teams.pigeons')} className={table.figure}>
                <bdi className="num">{formatNumber(locale, pigeon_count)}</bdi>
              </td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

const rightKeys = ['is_merchant', 'is_agent', 'is_staff', 'has_seasons'] as const;

/** A person's roles at the loft in words: rights, and as a customer teams and orders. */
export function PersonRights({ entry, is_customer }: Pick<SeasonPerson, 'entry' | 'is_customer'>) {
  const { t } = useTranslation();
  const named = entry ? rightKeys.filter((right) => entry[right]).map((right) => t(rightWords[right])) : [];
  if (is_customer) named.push(t('people.customer'));
  const text = named.join(' · ') || '–';
  return entry && !entry.is_active ? `${text} (${t('rights.inactive')})` : text;
}
