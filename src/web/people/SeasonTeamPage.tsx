/** A team of a season for its admins: names, account, pigeons. Without an id: a new team. */
import { Form, redirect } from 'react-router';
import { countriesIn } from '#domain/countries.ts';
import { inviteCustomer, invitedAddress } from '#domain/people/contract.ts';
import { longestTeamName } from '#domain/pigeons/team.ts';
import {
  changeTeam,
  createTeam,
  linkTeams,
  readSeasonTeam,
  removePigeon,
  removeTeams,
  teamFields,
} from '#domain/pigeons/team-contract.ts';
import { readSeasonAdmin } from '#domain/seasons/contract.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { type DoneKind, withDone } from '#web/lib/done.ts';
import { actOn, fieldsOf, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { teamPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { CountryOptions } from '#web/ui/CountryOptions.tsx';
import { Choice, Field } from '#web/ui/Field.tsx';
import { FormResult } from '#web/ui/FormResult.tsx';
import form from '#web/ui/form.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/SeasonTeamPage.ts';
import { InviteForm } from './InviteForm.tsx';
import styles from './people.module.css';
import { TeamAccount } from './TeamAccount.tsx';
import { TeamPigeons } from './TeamPigeons.tsx';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { locale } = context.get(pageContext);
  const { t } = speaker(locale);
  const call = context.get(callContext);
  const season_id = idFrom(params.season_id);
  const team_id = 'team_id' in params ? idFrom(params.team_id) : null;
  const view = await answers(async () =>
    team_id === null
      ? { ...(await call(readSeasonAdmin, { params: { season_id } })), team: null, pigeons: [] }
      : await call(readSeasonTeam, { params: { season_id, team_id } }),
  );
  const { loft, season, team, pigeons } = view;
  const head = pageHead({ context, params, pattern }, [team?.team ?? t('people.new_team'), season.name], loft.name);
  return { loft, season, team, pigeons, countries: countriesIn(locale), head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const call = context.get(callContext);
  const season_id = idFrom(params.season_id);
  const at = `${seasonAdminPath(season_id)}/teams`;
  const fields = await request.formData();
  return actOn(fields, async () => {
    if (!('team_id' in params)) {
      const { team_id } = await call(createTeam, { params: { season_id }, body: typed() });
      return redirect(`${at}/${team_id}${withDone('', 'entered', textIn(fields, 'team'))}`);
    }
    const key = { season_id, team_id: idFrom(params.team_id) };
    const own = { params: { season_id } };
    const team_ids = [key.team_id];
    const before = await call(readSeasonTeam, { params: key });
    const done = (kind: DoneKind, name: string) => redirect(`${at}/${key.team_id}${withDone('', kind, name)}`);
    switch (textIn(fields, 'intent')) {
      case 'remove':
        await call(removeTeams, { ...own, body: { team_ids } });
        return redirect(`${at}${withDone('', 'removed', before.team.team)}`);
      case 'account':
        await call(linkTeams, { ...own, body: { team_ids, email: textIn(fields, 'email') } });
        break;
      case 'invite':
        await call(inviteCustomer, { params: key, body: fieldsOf(fields, invitedAddress) });
        break;
      case 'no_account':
        await call(linkTeams, { ...own, body: { team_ids, email: null } });
        break;
      case 'pigeon': {
        const pigeon_id = idFrom(textIn(fields, 'pigeon_id'));
        await call(removePigeon, { params: { season_id, pigeon_id }, body: {} });
        return done('removed', before.pigeons.find((one) => one.pigeon_id === pigeon_id)?.ring ?? '');
      }
      default: {
        const body = typed();
        await call(changeTeam, { params: key, body });
        return done('changed', body.team);
      }
    }
    return done('changed', before.team.team);
  });

  /** Each field is checked here; the call takes the text as it was typed. */
  function typed() {
    fieldsOf(fields, teamFields);
    return { team: textIn(fields, 'team'), fancier: textIn(fields, 'fancier'), country: textIn(fields, 'country') };
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function SeasonTeamPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { loft, season, team, pigeons, countries } = loaderData;
  const { errors } = actionData?.refused ?? {};
  const typed = actionData?.typed;
  const title = team ? team.team : t('people.new_team');
  return (
    <>
      <AdminHead
        title={title}
        actions={
          team && (
            <Link className={panel.button} to={teamPath({ loft_id: loft.id, team_id: team.team_id })}>
              <Icon name="globe" />
              {t('people.public')}
            </Link>
          )
        }
      />
      <FormResult refused={actionData?.refused} />
      <div className={styles.parts}>
        <section className={panel.panel} aria-labelledby="names">
          <div className={panel.head}>
            <h2 id="names">{t('people.names')}</h2>
          </div>
          <Form method="post" className={`${form.form} ${styles.form}`} preventScrollReset>
            <Field
              label={t('teams.team')}
              name="team"
              required
              maxLength={longestTeamName}
              autoComplete="off"
              defaultValue={typed?.team ?? team?.team}
              errors={errors?.team}
            />
            <div className={form.pair}>
              <Field
                label={t('sheet.fancier')}
                name="fancier"
                maxLength={128}
                autoComplete="off"
                defaultValue={typed?.fancier ?? team?.fancier ?? ''}
                errors={errors?.fancier}
              />
              <Choice
                label={t('lofts.country')}
                name="country"
                defaultValue={typed?.country ?? team?.country ?? ''}
                errors={errors?.country}
              >
                <option value="">{t('identity.no_country')}</option>
                <CountryOptions countries={countries} />
              </Choice>
            </div>
            <div className={styles.buttons}>
              <button type="submit" className={panel.button_primary}>
                {t('rights.save')}
              </button>
              {team && (
                <button
                  type="submit"
                  name="intent"
                  value="remove"
                  formNoValidate
                  className={`${panel.button} ${form.danger}`}
                >
                  {t('people.remove')}
                </button>
              )}
            </div>
          </Form>
        </section>
        {team && (
          <TeamAccount
            account={team.account}
            customers_at={`${seasonAdminPath(season.id)}/customers`}
            typed={typed?.email}
            errors={typed?.intent === 'account' ? errors?.email : undefined}
          />
        )}
        {team && !team.account && (
          <section className={panel.panel} aria-labelledby="invite">
            <div className={panel.head}>
              <h2 id="invite">{t('staff.invite')}</h2>
              <small>{t('staff.invite_text')}</small>
            </div>
            <InviteForm key={typed?.email} typed={typed} errors={typed?.intent === 'invite' ? errors : undefined} />
          </section>
        )}
        {team && <TeamPigeons season_id={season.id} pigeons={pigeons} />}
      </div>
    </>
  );
}
