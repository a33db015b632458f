/** The people with rights in a loft, each with a switch to deactivate or reactivate them. */
import { Form } from 'react-router';
import type { Entry, Name } from '#domain/accounts/contract.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Empty } from '#web/ui/Empty.tsx';
import panel from '#web/ui/panel.module.css';
import { Table } from '#web/ui/Table.tsx';
import table from '#web/ui/table.module.css';
import { rightWords } from './right-words.ts';

const rights = ['is_merchant', 'is_agent', 'is_staff', 'has_seasons'] as const;

export function StaffTable({ people }: { people: readonly (Name & { entry: Entry })[] }) {
  const { t } = useTranslation();
  return (
    <section className={panel.panel} aria-labelledby="staff">
      <div className={panel.head}>
        <h2 id="staff">{t('rights.people')}</h2>
      </div>
      {people.length === 0 ? (
        <Empty title={t('rights.empty')} text={t('staff.invite_text')} />
      ) : (
        <Table caption={t('rights.people')} cards>
          <thead>
            <tr>
              <th scope="col">{t('rights.person')}</th>
              <th scope="col">{t('people.rights')}</th>
              <th>
                <span className="visually-hidden">{t('rights.active')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {people.map(({ entry, ...person }) => {
              const name = nameOf(person) ?? t('rights.unnamed');
              const word = t(entry.is_active ? 'staff.deactivate' : 'staff.activate');
              return (
                <tr key={person.user_id}>
                  <td>
                    <span>
                      <bdi>{name}</bdi>
                      {person.email && (
                        <small>
                          <bdi>{person.email}</bdi>
                        </small>
                      )}
                    </span>
                  </td>
                  <td data-label={t('people.rights')}>
                    <span>
                      {rights
                        .filter((right) => entry[right])
                        .map((right) => t(rightWords[right]))
                        .join(' · ')}
                      {!entry.is_active && <small>{t('rights.inactive')}</small>}
                    </span>
                  </td>
                  <td className={table.figure}>
                    <Form method="post" preventScrollReset>
                      <input type="hidden" name="user_id" value={person.user_id} />
                      <input type="hidden" name="is_active" value={String(!entry.is_active)} />
                      <button
                        type="submit"
                        name="intent"
                        value="switch"
                        className={panel.button}
                        aria-label={`${word}: ${name}`}
                      >
                        {word}
                      </button>
                    </Form>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </Table>
      )}
    </section>
  );
}
