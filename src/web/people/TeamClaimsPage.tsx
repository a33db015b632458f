/** The claims to teams of a loft for those who run it: what speaks for each, and the decision with its reason. */
import { Form, redirect, useNavigation, useSearchParams } from 'react-router';
import { longestClaimText, teamClaimDecisions } from '#domain/people/team-claim.ts';
import { decideTeamClaim, listTeamClaims, type TeamClaim } from '#domain/people/team-claim-contract.ts';
import { loftAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { fieldsIn } from '#web/lib/fields-in.ts';
import { actOn, type RefusedForm, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { listFrom } from '#web/lib/list.ts';
import { answers, idFrom, oneOf, perPages } from '#web/lib/loader.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { DownloadLinks } from '#web/ui/DownloadLinks.tsx';
import { Area, Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import { NoRows } from '#web/ui/NoRows.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import panel from '#web/ui/panel.module.css';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import type { Route } from './+types/TeamClaimsPage.ts';
import styles from './claims.module.css';
import { TeamClaimFacts } from './TeamClaimFacts.tsx';

const claimsPath = (loft_id: number) => `${loftAdminPath(loft_id)}/claims`;

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const query = listFrom(new URL(request.url).searchParams);
  const key = { loft_id: idFrom(params.loft_id) };
  const list = await answers(() => context.get(callContext)(listTeamClaims, { params: key, query }));
  const head = pageHead({ context, params, pattern }, [t('admin.claims'), list.loft.name], t('claims.lead'));
  return { ...list, per_page: query.per_page, head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const loft_id = idFrom(params.loft_id);
  const form = await request.formData();
  return actOn(form, async () => {
    const claim_id = idFrom(textIn(form, 'claim_id'));
    const body = { decision: oneOf(teamClaimDecisions, textIn(form, 'intent')), reason: textIn(form, 'reason') };
    await context.get(callContext)(decideTeamClaim, { params: { loft_id, claim_id }, body });
    return redirect(`${claimsPath(loft_id)}#claim-${claim_id}`);
  });
}

export { revalidateAfterRefusal as shouldRevalidate } from '#web/lib/revalidate.ts';

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function TeamClaimsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { loft, claims, head: _head, ...list } = loaderData;
  const wanted = search.get('q') ?? '';
  return (
    <>
      <AdminHead title={t('admin.claims')} lead={t('claims.lead')} />
      <section className={panel.panel} aria-labelledby="list">
        <div className={panel.head}>
          <h2 id="list">{t('admin.claims')}</h2>
          {list.total > 0 && (
            <DownloadLinks path={claimsPath(loft.id)} query={`${new URLSearchParams({ q: wanted })}`} />
          )}
        </div>
        {(claims.length > 0 || wanted !== '') && <SearchForm hint={t('claims.search')} />}
        {claims.length === 0 ? (
          <NoRows title={t('claims.none')} text={t('claims.none_text')} />
        ) : (
          <>
            <ol className={styles.list}>
              {claims.map((claim) => (
                <li key={claim.claim_id} id={`claim-${claim.claim_id}`}>
                  <TeamClaimFacts
                    claim={claim}
                    by={<Person name={claim.by} />}
                    decided_by={claim.decided_by && <Person name={claim.decided_by} />}
                  />
                  <Evidence claim={claim} />
                  <Decision claim={claim} failed={actionData} />
                </li>
              ))}
            </ol>
            <Paging {...list} sizes={perPages} />
          </>
        )}
      </section>
    </>
  );
}

function Person({ name }: { name: TeamClaim['by'] }) {
  const { t } = useTranslation();
  return (
    <>
      <bdi>{nameOf(name) ?? t('rights.unnamed')}</bdi>
      {name.email && (
        <>
          {' '}
          <bdi>({name.email})</bdi>
        </>
      )}
    </>
  );
}

/** What the site knows that speaks for an open claim. */
function Evidence({ claim: { state, evidence, other_teams, others } }: { claim: TeamClaim }) {
  const { t } = useTranslation();
  if (state !== 'open') return null;
  return (
    <>
      <b>{t('claims.for_it')}</b>
      {evidence.length === 0 && other_teams.length === 0 ? (
        <p>{t('claims.nothing_for_it')}</p>
      ) : (
        <ul className={styles.evidence}>
          {evidence.map((one) => (
            <li key={one}>{t(`claims.${one}`)}</li>
          ))}
          {other_teams.length > 0 && (
            <li>
              {t('claims.other_teams')}{' '}
              {other_teams.map(({ loft, year, team }, i) => (
                <span key={`${loft} ${year} ${team}`}>
                  {i > 0 && ', '}
                  <bdi>{team}</bdi> (<bdi>{loft}</bdi> {year})
                </span>
              ))}
            </li>
          )}
        </ul>
      )}
      {others > 0 && <p>{t('claims.others', { n: others })}</p>}
    </>
  );
}

interface DecisionProps {
  claim: TeamClaim;
  failed: RefusedForm | undefined;
}

function Decision({ claim: { claim_id, state, is_own, is_held }, failed }: DecisionProps) {
  const { t } = useTranslation();
  const busy = useNavigation().state === 'submitting';
  const refused = failed?.typed.claim_id === String(claim_id) ? failed : undefined;
  const field = fieldsIn(refused, { reason: '' });
  const isOpen = state === 'open';
  if (!isOpen && !is_held) return refused ? <Wrong refused={refused.refused} /> : null;
  if (is_own) return <p>{t('refusals.claim_own')}</p>;
  return (
    <Form method="post" className={forms.form} noValidate preventScrollReset>
      <Wrong refused={refused?.refused} />
      <input type="hidden" name="claim_id" value={claim_id} />
      <Area
        label={t('claims.reason')}
        hint={t(isOpen ? 'claims.reason_hint' : 'claims.take_back_hint')}
        rows={2}
        maxLength={longestClaimText}
        dir="auto"
        {...field('reason')}
      />
      <div className={styles.buttons}>
        {isOpen ? (
          <>
            <button type="submit" name="intent" value="accepted" className={panel.button_primary} disabled={busy}>
              {t('claims.accept')}
            </button>
            <button type="submit" name="intent" value="refused" className={panel.button} disabled={busy}>
              {t('claims.refuse')}
            </button>
          </>
        ) : (
          <button type="submit" name="intent" value="taken_back" className={panel.button} disabled={busy}>
            {t('claims.take_back')}
          </button>
        )}
      </div>
    </Form>
  );
}
