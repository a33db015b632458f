/** The customers or the users of a season: found, ordered, and written to. Works without a script. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { SeasonPerson } from '#domain/people/contract.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { perPages } from '#web/lib/loader.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import panel from '#web/ui/panel.module.css';
import { RowKeys } from '#web/ui/RowKeys.tsx';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import { Selection } from '#web/ui/Selection.tsx';
import { TakeAlong } from '#web/ui/TakeAlong.tsx';
import { Done } from './Done.tsx';
import { CountryChoice, Nothing } from './Filters.tsx';
import { PeopleTable } from './PeopleTable.tsx';
import styles from './people.module.css';

export interface PeoplePanelProps {
  title: string;
  /** The count in words. */
  found: string;
  empty: { title: string; text: string };
  list: {
    people: readonly SeasonPerson[];
    countries: readonly string[];
    total: number;
    page: number;
    page_count: number;
  };
  query: { q: string; sort: string; country?: string; per_page: number };
  /** Where the list is, and where the season's teams are. */
  at: string;
  teams_at: string;
  withRights?: boolean;
  /** More choices, and what they are called in the address. */
  choices?: ReactNode;
  own?: readonly string[];
  answer: RefusedForm | { refused?: undefined; mail_to: readonly string[] } | undefined;
}

export function PeoplePanel(props: PeoplePanelProps) {
  const { title, found, empty, list, query, at, teams_at, withRights = false, choices, own = [], answer } = props;
  const { people, countries, ...page } = list;
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const mail_to = answer && 'mail_to' in answer ? answer.mail_to : [];
  return (
    <>
      <Done refused={answer?.refused} />
      {mail_to.length > 0 && (
        <p role="status" className={`${panel.notice} ${styles.notice} ${styles.done}`}>
          <Icon name="check" />
          {/* Nobody is told who else is written to. */}
          <a href={`mailto:?bcc=${mail_to.map(encodeURIComponent).join(',')}`}>
            {t('people.write_to', { count: mail_to.length })}
          </a>
        </p>
      )}
      <section className={panel.panel} aria-labelledby="list">
        <div className={panel.head}>
          <h2 id="list">{title}</h2>
          <small role="status">{found}</small>
          <RowKeys />
          {page.total > 0 && <TakeAlong path={at} query={`${search}`} />}
        </div>
        <SearchForm hint={t('people.search')} own={['country', ...own]}>
          <CountryChoice countries={countries} value={query.country ?? ''} />
          {choices}
        </SearchForm>
        {people.length === 0 ? (
          <Nothing wanted={query.q} {...empty} />
        ) : (
          <>
            <Selection
              deeds={
                <button type="submit" className={panel.button}>
                  {t('people.write')}
                </button>
              }
            >
              <PeopleTable
                caption={title}
                people={people}
                order={query.sort}
                teams_at={teams_at}
                withRights={withRights}
              />
            </Selection>
            <Paging {...page} per_page={query.per_page} sizes={perPages} />
          </>
        )}
      </section>
    </>
  );
}
