/** The contract versions of a loft that a person accepted, with the time. */
import { localeFacts, locales } from '#domain/locales.ts';
import type { PersonOfSeason } from '#domain/people/contract.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import { Table } from '#web/ui/Table.tsx';
import { Moment } from '#web/ui/Times.tsx';

export function AcceptedContracts({ agreed, time_zone }: { agreed: PersonOfSeason['agreed']; time_zone: string }) {
  const { t } = useTranslation();
  const languageOf = (code: string) => locales.find((one) => one === code);
  return (
    <section className={panel.panel} aria-labelledby="agreed">
      <div className={panel.head}>
        <h2 id="agreed">{t('people.agreed')}</h2>
        <small>{agreed.length === 0 && t('people.no_agreed')}</small>
      </div>
      {agreed.length > 0 && (
        <Table caption={t('people.agreed')} cards>
          <thead>
            <tr>
              <th scope="col">{t('contracts.one')}</th>
              <th scope="col">{t('identity.language')}</th>
              <th scope="col">{t('people.accepted_at')}</th>
            </tr>
          </thead>
          <tbody>
            {agreed.map(({ contract_id, title, version, accepted_at, ...contract }) => {
              const language = languageOf(contract.language);
              return (
                <tr key={contract_id}>
                  <td>
                    <span>
                      <bdi>{title}</bdi>
                      <small>{t('contracts.version', { version })}</small>
                    </span>
                  </td>
                  <td data-label={t('identity.language')}>{language ? localeFacts[language].name : '–'}</td>
                  <td data-label={t('people.accepted_at')}>
                    <Moment at_ms={Date.parse(accepted_at)} time_zone={time_zone} short />
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
