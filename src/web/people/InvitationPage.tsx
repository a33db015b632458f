/**
 * The page behind the link of an invitation mail: what it invites to, and a button for the account with its address.
 */
import { Form, redirect, useNavigation } from 'react-router';
import { acceptInvitation, readInvitation } from '#domain/people/contract.ts';
import { invitedRights } from '#domain/people/invitation.ts';
import { isRefusal } from '#domain/refusal.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers } from '#web/lib/loader.ts';
import { loftPath } from '#web/lib/paths.ts';
import { useSignInLinks } from '#web/lib/sign-in-links.ts';
import { useTranslation } from '#web/lib/translation.ts';
import bulk from '#web/ui/bulk-action.module.css';
import { FormResult } from '#web/ui/FormResult.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/InvitationPage.ts';
import styles from './people.module.css';
import { rightWords } from './right-words.ts';

const tokenIn = (request: Request) =>
  (new URL(request.url).searchParams.get('token') ?? 'none').slice(0, 256) || 'none';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { locale, me } = context.get(pageContext);
  const { t } = speaker(locale);
  const token = tokenIn(request);
  const invitation = await answers(async () => {
    try {
      return await context.get(callContext)(readInvitation, { query: { token } });
    } catch (error) {
      if (isRefusal(error) && error.code === 'token_invalid') return null;
      throw error;
    }
  });
  const title = t('invitation.title');
  const head = pageHead({ context, params, pattern }, [title]);
  return { invitation, me: me ? { email: me.email } : null, head };
}

export async function action({ context, request }: Route.ActionArgs) {
  const token = tokenIn(request);
  return actOn(new FormData(), async () => {
    const call = context.get(callContext);
    const { is_merchant } = await call(readInvitation, { query: { token } });
    const { loft_id } = await call(acceptInvitation, { body: { token } });
    // The overview lists a merchant's first steps.
    return redirect(is_merchant ? `/overview/${loft_id}` : `/invitation?token=${token}`);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function InvitationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const busy = useNavigation().state === 'submitting';
  const { invitation, me } = loaderData;
  const { log_in, register } = useSignInLinks();
  const state = invitation?.state ?? 'over';
  const isForSeasons = invitation !== null && (invitation.is_agent || invitation.has_seasons);
  return (
    <div className={`wrap ${styles.invitation}`}>
      <h1>{invitation ? <bdi>{invitation.loft.name}</bdi> : t('invitation.title')}</h1>
      <FormResult refused={actionData?.refused} />
      {invitation && state !== 'over' && (
        <p className={styles.says}>
          {invitation.team === null
            ? t('invitation.rights', {
                rights: invitedRights
                  .filter((right) => invitation[right])
                  .map((right) => t(rightWords[right]))
                  .join(' · '),
              })
            : t('invitation.team', { team: invitation.team })}
        </p>
      )}
      {state === 'over' && (
        <p role="status" className={panel.notice}>
          <Icon name="alert" />
          {t('refusals.token_invalid')}
        </p>
      )}
      {invitation && state === 'accepted' && (
        <>
          <p role="status" className={`${panel.notice} ${bulk.done}`}>
            <Icon name="check" />
            {t('invitation.accepted')}
          </p>
          <p>
            {invitation.is_merchant ? (
              <Link className={panel.button_primary} to={`/overview/${invitation.loft.id}`}>
                {t('nav.overview')}
              </Link>
            ) : (
              <Link
                className={panel.button_primary}
                to={isForSeasons ? '/admin/seasons' : loftPath(invitation.loft.id)}
              >
                {isForSeasons ? t('admin.all_seasons') : <bdi>{invitation.loft.name}</bdi>}
              </Link>
            )}
          </p>
        </>
      )}
      {invitation && state === 'open' && invitation.is_mine && (
        <Form method="post">
          <button type="submit" className={panel.button_primary} disabled={busy}>
            {t('invitation.accept')}
          </button>
        </Form>
      )}
      {invitation && state === 'open' && !invitation.is_mine && (
        <>
          <p>
            {me
              ? t('invitation.other', { own: me.email ?? '–', email: invitation.email })
              : t('invitation.sign_in', { email: invitation.email })}
          </p>
          {!me && log_in && (
            <div className={styles.buttons}>
              <a className={panel.button_primary} href={log_in}>
                {t('nav.log_in')}
              </a>
              {register && (
                <a className={panel.button} href={register}>
                  {t('identity.register')}
                </a>
              )}
            </div>
          )}
        </>
      )}
    </div>
  );
}
