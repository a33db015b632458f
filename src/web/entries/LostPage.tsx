/** The lost pigeons of a season and those that returned; a form records that one was found. */
import type { ReactNode } from 'react';
import { redirect } from 'react-router';
import { readLost } from '#domain/entries/intake-contract.ts';
import type { AdminBird } from '#domain/pigeons/admin-bird.ts';
import { changePigeonStatuses } from '#domain/pigeons/admin-contract.ts';
import type { PigeonStatus } from '#domain/pigeons/status.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { withDone } from '#web/lib/done.ts';
import { actOn, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatNamedDay } from '#web/lib/intl.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { chosenIn } from '#web/lib/selected-rows.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { ListedTeam } from '#web/ui/BirdName.tsx';
import { BulkAction } from '#web/ui/BulkAction.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { Field } from '#web/ui/Field.tsx';
import { FormResult } from '#web/ui/FormResult.tsx';
import { Link } from '#web/ui/Link.tsx';
import { HealthChip } from '#web/ui/PigeonState.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import { ChooseAll, ChooseRow, Selection } from '#web/ui/Selection.tsx';
import { Table } from '#web/ui/Table.tsx';
import table from '#web/ui/table.module.css';
import type { Route } from './+types/LostPage.ts';
import styles from './entries.module.css';
import { StatusFields } from './StatusFields.tsx';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const season_id = idFrom(params.season_id);
  const view = await answers(() => context.get(callContext)(readLost, { params: { season_id } }));
  return { ...view, head: pageHead({ context, params, pattern }, [t('admin.lost'), view.season.name], view.loft.name) };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const season_id = idFrom(params.season_id);
  const fields = await request.formData();
  return actOn(fields, async () => {
    const status = textIn(fields, 'status') as PigeonStatus;
    const body = { pigeon_ids: chosenIn(fields), status, reason: textIn(fields, 'reason') };
    await context.get(callContext)(changePigeonStatuses, { params: { season_id }, body });
    const { t } = speaker(context.get(pageContext).locale);
    const name = t('pigeons.found', { count: body.pigeon_ids.length });
    return redirect(`${seasonAdminPath(season_id)}/lost${withDone('', 'changed', name)}`);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function LostPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { loft, season, not_home, lost, back } = loaderData;
  const at = seasonAdminPath(season.id);
  // Both lists are sent by the same action: the refused one is that whose birds were chosen.
  const isRefusedOf = (birds: readonly AdminBird[]) =>
    !!actionData && birds.some(({ pigeon_id }) => actionData.chosen.includes(String(pigeon_id)));
  const day = (instant: string) => (
    <time dateTime={instant} suppressHydrationWarning>
      {formatNamedDay(locale, Date.parse(instant), loft.time_zone)}
    </time>
  );
  const bird = ({ pigeon_id, ring, country, team }: AdminBird) => (
    <>
      <td>
        <Link className={table.ring} to={`${at}/pigeons/${pigeon_id}`}>
          <Ring ring={ring} />
        </Link>
      </td>
      <td data-label={t('teams.team')}>
        <ListedTeam country={country} team={team} />
      </td>
    </>
  );
  return (
    <>
      <AdminHead title={t('admin.lost')} lead={t('entries.lost_lead')} />
      <FormResult refused={actionData?.refused} />
      <div className={styles.parts}>
        {not_home.length > 0 && (
          <section className={panel.panel} aria-labelledby="not-home">
            <div className={panel.head}>
              <h2 id="not-home">{t('control.not_home')}</h2>
              <small>{t('pigeons.found', { count: not_home.length })}</small>
            </div>
            <Selection
              actions={
                <BulkAction name="status" title={t('pigeon_status.lost')} isRefused={isRefusedOf(not_home)}>
                  <input type="hidden" name="status" value="lost" />
                  <Field
                    label={t('entries.reason')}
                    name="reason"
                    maxLength={1000}
                    autoComplete="off"
                    defaultValue={
                      (isRefusedOf(not_home) && actionData?.typed.reason) ||
                      `${t('control.not_home')}: ${not_home[0]!.flight}`
                    }
                    errors={isRefusedOf(not_home) ? actionData?.refused.errors?.reason : undefined}
                  />
                </BulkAction>
              }
            >
              <BirdsToChoose
                caption={t('control.not_home')}
                birds={not_home}
                bird={bird}
                columns={[
                  {
                    name: t('loft.flight'),
                    of: (one) => (
                      <span>
                        <bdi>{one.flight}</bdi> · {day(one.released_at)}
                      </span>
                    ),
                  },
                ]}
              />
            </Selection>
          </section>
        )}
        <section className={panel.panel} aria-labelledby="lost">
          <div className={panel.head}>
            <h2 id="lost">{t('admin.lost')}</h2>
            <small role="status">{t('pigeons.found', { count: lost.length })}</small>
          </div>
          {lost.length === 0 ? (
            <Empty title={t('entries.none_lost')} text={t('entries.none_lost_text')} />
          ) : (
            <Selection
              actions={
                <BulkAction name="status" title={t('entries.found_again')} isRefused={isRefusedOf(lost)}>
                  <StatusFields answer={isRefusedOf(lost) ? actionData : undefined} />
                </BulkAction>
              }
            >
              <BirdsToChoose
                caption={t('admin.lost')}
                birds={lost}
                bird={bird}
                columns={[
                  { name: t('devices.since'), of: ({ since }) => day(since) },
                  { name: t('entries.reason'), of: ({ reason }) => <bdi>{reason ?? '–'}</bdi> },
                ]}
              />
            </Selection>
          )}
        </section>
        {back.length > 0 && (
          <section className={panel.panel} aria-labelledby="back">
            <div className={panel.head}>
              <h2 id="back">{t('entries.comebacks')}</h2>
              <small>{t('pigeons.found', { count: back.length })}</small>
            </div>
            <Table caption={t('entries.comebacks')} cards>
              <thead>
                <tr>
                  <th scope="col">{t('sheet.ring')}</th>
                  <th scope="col">{t('teams.team')}</th>
                  <th scope="col">{t('pigeon_status.lost')}</th>
                  <th scope="col">{t('entries.back_at')}</th>
                  <th scope="col">{t('admin.state')}</th>
                </tr>
              </thead>
              <tbody>
                {back.map((one) => (
                  <tr key={one.pigeon_id}>
                    {bird(one)}
                    <td data-label={t('pigeon_status.lost')}>{day(one.lost_at)}</td>
                    <td data-label={t('entries.back_at')}>{day(one.back_at)}</td>
                    <td data-label={t('admin.state')}>
                      <HealthChip health={one.health} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </Table>
          </section>
        )}
      </div>
    </>
  );
}

interface BirdsToChooseProps<Listed extends AdminBird> {
  caption: string;
  birds: readonly Listed[];
  /** The cells of the ring and the team. */
  bird(one: AdminBird): ReactNode;
  /** The columns after these. */
  columns: readonly { name: string; of(one: Listed): ReactNode }[];
}

/** Birds of which some are chosen for a change of state. */
function BirdsToChoose<Listed extends AdminBird>({ caption, birds, bird, columns }: BirdsToChooseProps<Listed>) {
  const { t } = useTranslation();
  return (
    <Table caption={caption} cards>
      <thead>
        <tr>
          <ChooseAll />
          <th scope="col">{t('sheet.ring')}</th>
          <th scope="col">{t('teams.team')}</th>
          {columns.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {birds.map((one) => (
          <tr key={one.pigeon_id}>
            <ChooseRow id={one.pigeon_id} name={one.ring} />
            {bird(one)}
            {columns.map(({ name, of }) => (
              <td key={name} data-label={name}>
                {of(one)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
