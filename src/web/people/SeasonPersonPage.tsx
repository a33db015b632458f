/** A person of a loft for its season admins: contact, teams, accepted contracts. */
import { localeFacts, locales } from '#domain/locales.ts';
import { readSeasonPerson } from '#domain/people/contract.ts';
import { loftAdminPath, seasonAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { countryName } from '#web/lib/intl.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Fact, Facts } from '#web/ui/Facts.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/SeasonPersonPage.ts';
import { AcceptedContracts } from './AcceptedContracts.tsx';
import { PersonRights } from './PeopleTable.tsx';
import { PersonTeams, TeamsElsewhere } from './PersonTeams.tsx';
import styles from './people.module.css';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { locale, me } = context.get(pageContext);
  const { t } = speaker(locale);
  const key = { season_id: idFrom(params.season_id), user_id: idFrom(params.user_id) };
  const view = await answers(() => context.get(callContext)(readSeasonPerson, { params: key }));
  const head = pageHead(
    { context, params, pattern },
    [nameOf(view.person) ?? t('rights.unnamed'), view.season.name],
    view.loft.name,
  );
  return { ...view, reads_log: me?.is_admin ?? false, head };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function SeasonPersonPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { loft, season, person, teams, elsewhere, agreed, fanciers, reads_log } = loaderData;
  const { email, phone } = person;
  const name = nameOf(person) ?? t('rights.unnamed');
  const adminPath = seasonAdminPath(season.id);
  const language = locales.find((one) => one === person.language);
  const countries = [...new Set([...teams, ...elsewhere].flatMap(({ country }) => country ?? []))];
  return (
    <>
      <AdminHead
        title={name}
        actions={
          <>
            {email && (
              <a className={panel.button} href={`mailto:${email}`}>
                {t('people.write')}
              </a>
            )}
            {reads_log && (
              <Link className={panel.button} to={`/people/${person.user_id}/security-log`}>
                {t('security.of_account')}
              </Link>
            )}
          </>
        }
      />
      <div className={styles.parts}>
        <Facts>
          <Fact name={t('rights.email')} isLong>
            <bdi>{email ?? '–'}</bdi>
          </Fact>
          <Fact name={t('loft_admin.phone')}>
            {phone ? (
              <a href={`tel:${phone}`}>
                <bdi dir="ltr">{phone}</bdi>
              </a>
            ) : (
              '–'
            )}
          </Fact>
          <Fact name={t('identity.language')}>
            {language ? <bdi lang={localeFacts[language].lang}>{localeFacts[language].name}</bdi> : '–'}
          </Fact>
          <Fact name={t('identity.country')}>
            <span suppressHydrationWarning>
              {countries.map((code) => countryName(locale, code)).join(' · ') || '–'}
            </span>
          </Fact>
          <Fact name={t('people.rights')}>
            {/* A person without rights is listed because of teams or orders only. */}
            <PersonRights entry={person.entry} is_customer={!person.entry || teams.length + elsewhere.length > 0} />
          </Fact>
        </Facts>
        <PersonTeams loft_id={loft.id} teams={teams} adminPath={adminPath} />
        {elsewhere.length > 0 && <TeamsElsewhere user_id={person.user_id} teams={elsewhere} />}
        <AcceptedContracts agreed={agreed} time_zone={loft.time_zone} />
        {fanciers.length > 0 && (
          <section className={panel.panel} aria-labelledby="fanciers">
            <div className={panel.head}>
              <h2 id="fanciers">{t('admin.fanciers')}</h2>
              <small>{t('loft_admin.notes_lead')}</small>
            </div>
            <ul className={styles.noted}>
              {fanciers.map(({ id, name, note }) => (
                <li key={id}>
                  <Link to={`${loftAdminPath(loft.id)}/fanciers/${id}`}>
                    <bdi>{name}</bdi>
                  </Link>
                  {note && <p dir="auto">{note}</p>}
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </>
  );
}
