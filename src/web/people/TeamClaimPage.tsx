/** “Is this your team?”: a fancier claims a team of an old season that no account holds, and reads the answer. */
import { Form, redirect, useNavigation, useSearchParams } from 'react-router';
import { longestClaimText, mostOpenClaims } from '#domain/people/team-claim.ts';
import { claimTeam, readTeamClaims, withdrawTeamClaim } from '#domain/people/team-claim-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { fieldsIn } from '#web/lib/fields-in.ts';
import { actOn, textIn } from '#web/lib/form.ts';
import { claimPath } from '#web/lib/further-paths.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Area, Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/TeamClaimPage.ts';
import styles from './claims.module.css';
import { OwnClaims } from './OwnClaims.tsx';

const keyIn = (params: Route.LoaderArgs['params']) => ({
  loft_id: idFrom(params.loft_id),
  team_id: idFrom(params.team_id),
});

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const view = await answers(() => context.get(callContext)(readTeamClaims, { params: keyIn(params) }));
  const head = pageHead({ context, params, pattern }, [t('claims.ask'), view.team.team, view.loft.name]);
  return { ...view, head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const call = context.get(callContext);
  const key = keyIn(params);
  const form = await request.formData();
  return actOn(form, async () => {
    if (textIn(form, 'intent') === 'withdraw') {
      await call(withdrawTeamClaim, { params: { claim_id: idFrom(textIn(form, 'claim_id')) }, body: {} });
      return redirect(claimPath(key));
    }
    await call(claimTeam, { params: key, body: { text: textIn(form, 'text') } });
    return redirect(`${claimPath(key)}?sent=1`);
  });
}

export { revalidateAfterRefusal as shouldRevalidate } from '#web/lib/revalidate.ts';

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function TeamClaimPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { loft, season, team, claims, refusal } = loaderData;
  const [search] = useSearchParams();
  const busy = useNavigation().state === 'submitting';
  const refused = actionData && 'refused' in actionData ? actionData : undefined;
  const isWithdrawal = refused?.typed.intent === 'withdraw';
  const typed = isWithdrawal ? undefined : refused;
  const field = fieldsIn(typed, { text: '' });
  return (
    <div className={`wrap ${styles.page}`}>
      <h1>{t('claims.ask')}</h1>
      <p>
        <b>
          <bdi>{team.team}</bdi>
        </b>
        {' · '}
        <bdi>{loft.name}</bdi> · <bdi>{season.name}</bdi>
      </p>
      {search.has('sent') && !actionData && (
        <p role="status" className={panel.notice}>
          <Icon name="check" size={20} />
          <span>{t('claims.sent')}</span>
        </p>
      )}
      {refusal !== null && !(refusal === 'claim_open' && search.has('sent')) && (
        <p className={panel.notice}>
          <Icon name="alert" size={20} />
          <span>{t(`refusals.${refusal}` as 'refusals.claim_too_many', { max: mostOpenClaims })}</span>
        </p>
      )}
      {refusal === null && (
        <section className={panel.panel} aria-labelledby="new">
          <div className={panel.head}>
            <h2 id="new">{t('claims.new')}</h2>
          </div>
          <Form method="post" className={`${forms.form} ${styles.form}`} noValidate preventScrollReset>
            <Wrong refused={typed?.refused} />
            <p>{t('claims.follows')}</p>
            <Area
              label={t('claims.text')}
              hint={t('claims.text_hint')}
              rows={4}
              required
              maxLength={longestClaimText}
              dir="auto"
              {...field('text')}
            />
            <button type="submit" name="intent" value="claim" className={panel.button_primary} disabled={busy}>
              {t('claims.send')}
            </button>
          </Form>
        </section>
      )}
      <OwnClaims claims={claims} refused={isWithdrawal ? refused?.refused : undefined} />
    </div>
  );
}
