/** The staff of a loft: invited by e-mail, deactivated and reactivated. Works without a script. */
import { redirect } from 'react-router';
import { givePermission, readPermissions } from '#domain/accounts/contract.ts';
import {
  invitedAddress,
  inviteStaff,
  listInvitations,
  sendInvitationAgain,
  withdrawInvitation,
} from '#domain/people/contract.ts';
import { type InvitedRights, invitedRights } from '#domain/people/invitation.ts';
import { Refusal } from '#domain/refusal.ts';
import { loftAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, fieldsOf, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { FormResult } from '#web/ui/FormResult.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/StaffPage.ts';
import { InviteForm } from './InviteForm.tsx';
import { OpenInvitations } from './OpenInvitations.tsx';
import styles from './people.module.css';
import { StaffTable } from './StaffTable.tsx';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const call = context.get(callContext);
  const loft_id = idFrom(params.loft_id);
  const [{ loft, invitations }, { people }] = await answers(() =>
    Promise.all([
      call(listInvitations, { params: { loft_id } }),
      call(readPermissions, { params: { loft_id }, query: {} }),
    ]),
  );
  const head = pageHead({ context, params, pattern }, [t('admin.staff'), loft.name], loft.name);
  return { loft, invitations, people, head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const call = context.get(callContext);
  const loft_id = idFrom(params.loft_id);
  const fields = await request.formData();
  const done = redirect(`${loftAdminPath(loft_id)}/staff?done`);
  const invitation = () => ({ loft_id, invitation_id: idFrom(textIn(fields, 'invitation_id')) });
  return actOn(fields, async () => {
    switch (textIn(fields, 'intent')) {
      case 'again':
        await call(sendInvitationAgain, { params: invitation(), body: {} });
        return done;
      case 'withdraw':
        await call(withdrawInvitation, { params: invitation(), body: {} });
        return done;
      case 'switch': {
        const user_id = idFrom(textIn(fields, 'user_id'));
        const { people } = await call(readPermissions, { params: { loft_id }, query: {} });
        const entry = people.find((one) => one.user_id === user_id)?.entry;
        if (!entry) throw new Refusal('not_found');
        const is_active = textIn(fields, 'is_active') === 'true';
        await call(givePermission, { params: { loft_id, user_id }, body: { ...entry, is_active } });
        return done;
      }
      default: {
        const rights = Object.fromEntries(invitedRights.map((right) => [right, fields.has(right)])) as InvitedRights;
        const body = { ...fieldsOf(fields, invitedAddress), ...rights };
        await call(inviteStaff, { params: { loft_id }, body });
        return done;
      }
    }
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function StaffPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { loft, invitations, people } = loaderData;
  const at = loftAdminPath(loft.id);
  const invited = actionData?.typed.intent === 'invite' ? actionData : undefined;
  return (
    <>
      <AdminHead
        title={t('admin.staff')}
        lead={t('staff.lead')}
        actions={
          <Link className={panel.button} to={`${at}/permissions`}>
            {t('admin.permissions')}
          </Link>
        }
      />
      <FormResult refused={actionData?.refused} />
      <div className={styles.parts}>
        <section className={panel.panel} aria-labelledby="invite">
          <div className={panel.head}>
            <h2 id="invite">{t('staff.invite')}</h2>
            <small>{t('staff.invite_text')}</small>
          </div>
          {/* Keyed, so that it is empty again once an invitation is sent. */}
          <InviteForm
            key={invitations.map(({ id }) => id).join()}
            typed={invited?.typed}
            errors={invited?.refused.errors}
            withRights
          />
        </section>
        <OpenInvitations invitations={invitations} time_zone={loft.time_zone} />
        <StaffTable people={people} />
      </div>
    </>
  );
}
