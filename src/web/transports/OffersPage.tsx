/** The collections that an agent offers, by loft (6.5). */
import { redirect } from 'react-router';
import { listOwnOffers } from '#domain/transports/agent-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers } from '#web/lib/loader.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { FormResult } from '#web/ui/FormResult.tsx';
import type { Route } from './+types/OffersPage.ts';
import { OffersOf } from './OffersOf.tsx';
import { offer } from './offer.ts';
import styles from './transports.module.css';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { locale } = context.get(pageContext);
  const { t } = speaker(locale);
  const { lofts } = await answers(() => context.get(callContext)(listOwnOffers, {}));
  const title = t('transports.offers');
  return { lofts, head: pageHead({ context, params, pattern }, [title]) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  return actOn(form, async () => {
    await offer(context.get(callContext), form);
    return redirect('/transports/offers?done', 303);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function OffersPage({ loaderData: { lofts }, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  return (
    <div className={`wrap ${styles.page}`}>
      <AdminHead title={t('transports.offers')} lead={t('transports.offers_lead')} />
      <FormResult refused={actionData?.refused} />
      <div className={styles.parts}>
        {lofts.map(({ loft, currency, shipping, ...offers }) => (
          <OffersOf
            key={`${loft.id} ${offers.collections.length}`}
            offers={offers}
            title={loft.name}
            loft_id={loft.id}
            currency={currency}
            shipping={shipping}
            answer={actionData}
          />
        ))}
      </div>
    </div>
  );
}
