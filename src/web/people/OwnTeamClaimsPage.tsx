/** The claims of the reader to teams of any loft. */
import { redirect } from 'react-router';
import { listOwnTeamClaims, withdrawTeamClaim } from '#domain/people/team-claim-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { useTranslation } from '#web/lib/translation.ts';
import type { Route } from './+types/OwnTeamClaimsPage.ts';
import styles from './claims.module.css';
import { OwnClaims } from './OwnClaims.tsx';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const { claims } = await answers(() => context.get(callContext)(listOwnTeamClaims, {}));
  return { claims, head: pageHead({ context, params, pattern }, [t('claims.own')], t('claims.own_lead')) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  return actOn(form, async () => {
    const params = { claim_id: idFrom(textIn(form, 'claim_id')) };
    await context.get(callContext)(withdrawTeamClaim, { params, body: {} });
    return redirect('/account/claims');
  });
}

export { revalidateAfterRefusal as shouldRevalidate } from '#web/lib/revalidate.ts';

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function OwnTeamClaimsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  return (
    <div className={`wrap ${styles.page}`}>
      <h1>{t('claims.own')}</h1>
      <p>{t('claims.own_lead')}</p>
      <OwnClaims claims={loaderData.claims} refused={actionData?.refused} />
    </div>
  );
}
