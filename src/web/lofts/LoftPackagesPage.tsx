/** The packages and subscriptions of a loft (4.12, 9.3): changed by admins, read by merchants. */
import { Form, redirect } from 'react-router';
import {
  addSubscription,
  changeSubscription,
  givePackage,
  readLoftPackages,
  takeSubscriptionBack,
} from '#domain/lofts/contract.ts';
import { packageTypes } from '#domain/lofts/package.ts';
import { readLoftAdmin } from '#domain/seasons/contract.ts';
import { loftAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { fieldsIn } from '#web/lib/fields-in.ts';
import { actOn, fieldsOf, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Choice, Wrong } from '#web/ui/Field.tsx';
import forms from '#web/ui/form.module.css';
import panel from '#web/ui/panel.module.css';
import { Table } from '#web/ui/Table.tsx';
import { Day } from '#web/ui/Times.tsx';
import table from '#web/ui/table.module.css';
import type { Route } from './+types/LoftPackagesPage.ts';
import { Author } from './Author.tsx';
import styles from './admin.module.css';
import { SavedNotice } from './SavedNotice.tsx';
import { Subscriptions } from './Subscriptions.tsx';

export { revalidateAfterRefusal as shouldRevalidate } from '#web/lib/revalidate.ts';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const loft_id = idFrom(params.loft_id);
  const call = context.get(callContext);
  const [{ loft }, packages] = await answers(() =>
    Promise.all([call(readLoftAdmin, { params: { loft_id } }), call(readLoftPackages, { params: { loft_id } })]),
  );
  const head = pageHead({ context, params, pattern }, [t('admin.packages'), loft.name], loft.name);
  return { loft, ...packages, head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const key = { params: { loft_id: idFrom(params.loft_id) } };
  const form = await request.formData();
  const call = context.get(callContext);
  return actOn(form, async () => {
    const { loft_id } = key.params;
    const intent = textIn(form, 'intent');
    const of = { params: { loft_id, subscription_id: Number(textIn(form, 'id')) } };
    if (intent === 'package') await call(givePackage, { ...key, body: fieldsOf(form, givePackage.body) });
    else if (intent === 'change')
      await call(changeSubscription, { ...of, body: fieldsOf(form, changeSubscription.body) });
    else if (intent === 'take')
      await call(takeSubscriptionBack, { ...of, body: fieldsOf(form, takeSubscriptionBack.body) });
    else await call(addSubscription, { ...key, body: fieldsOf(form, addSubscription.body) });
    return redirect(`${loftAdminPath(loft_id)}/subscriptions?saved`);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function LoftPackagesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { loft, loft_types, may_change } = loaderData;
  const latest = loft_types[0]?.package.type ?? 'legacy';
  const refused = actionData?.typed.intent === 'package' ? actionData : undefined;
  return (
    <>
      <AdminHead title={t('admin.packages')} lead={t(`loft_admin.${latest}`)} />
      <div className={styles.body}>
        <SavedNotice hidden={actionData !== undefined} />
        <section className={panel.panel} aria-labelledby="packages">
          <div className={panel.head}>
            <h2 id="packages">{t('loft_admin.history')}</h2>
          </div>
          <Table caption={t('loft_admin.history')}>
            <thead>
              <tr>
                <th scope="col">{t('admin.packages')}</th>
                <th scope="col">{t('loft_admin.from')}</th>
                <th scope="col">{t('loft_admin.until')}</th>
                <th scope="col" className={table.spare}>
                  {t('rights.by')}
                </th>
              </tr>
            </thead>
            <tbody>
              {loft_types.map(({ n, package: { type }, from, to, by }) => (
                <tr key={n}>
                  <td>{t(`loft_admin.${type}`)}</td>
                  <td>
                    <Day at_ms={Date.parse(from)} time_zone={loft.time_zone} />
                  </td>
                  <td>{to === null ? '–' : <Day at_ms={Date.parse(to)} time_zone={loft.time_zone} />}</td>
                  <td className={table.spare}>
                    <Author by={by} />
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
          {may_change && <PackageForm key={latest} latest={latest} answer={refused} />}
        </section>
        <Subscriptions {...loaderData} answer={actionData} />
      </div>
    </>
  );
}

type Answer = Parameters<typeof fieldsIn>[0];

function PackageForm({ latest, answer }: { latest: string; answer: Answer }) {
  const { t } = useTranslation();
  return (
    <Form method="post" className={`${forms.form} ${styles.sheet}`} noValidate>
      <Wrong refused={answer?.refused} />
      <Choice label={t('admin.packages')} {...fieldsIn(answer, { type: latest })('type')}>
        {packageTypes.map((one) => (
          <option key={one} value={one}>
            {t(`loft_admin.${one}`)}
          </option>
        ))}
      </Choice>
      <button type="submit" name="intent" value="package" className={panel.button}>
        {t('loft_admin.change_package')}
      </button>
    </Form>
  );
}
