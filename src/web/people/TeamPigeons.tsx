/** The pigeons of a team; those without any flight can be removed. */
import { Form } from 'react-router';
import type { AdminBird } from '#domain/pigeons/admin-bird.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ListedBird } from '#web/ui/BirdName.tsx';
import form from '#web/ui/form.module.css';
import { BirdPlace, HealthChip } from '#web/ui/PigeonState.tsx';
import panel from '#web/ui/panel.module.css';
import { Table } from '#web/ui/Table.tsx';
import table from '#web/ui/table.module.css';

export interface TeamPigeonsProps {
  season_id: number;
  pigeons: readonly (AdminBird & { flight_count: number })[];
}

export function TeamPigeons({ season_id, pigeons }: TeamPigeonsProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (!pigeons.length) return null;
  return (
    <section className={panel.panel} aria-labelledby="pigeons">
      <div className={panel.head}>
        <h2 id="pigeons">{t('teams.pigeons')}</h2>
        <small>{t('people.remove_hint')}</small>
      </div>
      <Table caption={t('teams.pigeons')} cards>
        <thead>
          <tr>
            <th scope="col">{t('sheet.ring')}</th>
            <th scope="col">{t('admin.state')}</th>
            <th scope="col">{t('entries.location')}</th>
            <th scope="col" className={table.figure}>
              {t('people.flights')}
            </th>
            <th>
              <span className="visually-hidden">{t('people.remove')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {pigeons.map(({ flight_count, ...bird }) => (
            <tr key={bird.pigeon_id}>
              <td>
                <ListedBird to={`${seasonAdminPath(season_id)}/pigeons/${bird.pigeon_id}`} bird={bird} />
              </td>
              <td data-label={t('admin.state')}>
                <HealthChip health={bird.health} />
              </td>
              <td data-label={t('entries.location')}>
                <BirdPlace bird={bird} />
              </td>
              <td className={table.figure} data-label={t('people.flights')}>
                <bdi className="num">{formatNumber(locale, flight_count)}</bdi>
              </td>
              <td className={table.figure}>
                {flight_count === 0 && (
                  <Form method="post" preventScrollReset>
                    <input type="hidden" name="pigeon_id" value={bird.pigeon_id} />
                    <button
                      type="submit"
                      name="intent"
                      value="pigeon"
                      className={`${panel.button} ${form.danger}`}
                      aria-label={`${t('people.remove')}: ${bird.ring}`}
                    >
                      {t('people.remove')}
                    </button>
                  </Form>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
