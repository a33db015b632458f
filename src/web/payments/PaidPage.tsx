/**
 * Where the page of the provider leads back to: it has the provider asked, is shown all the same where that takes its time,
 * and follows by itself as long as nobody knows what came of it.
 */
import { lookAtPayment, readOrderMoney } from '#domain/payments/contract.ts';
import { isRefusal } from '#domain/refusal.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, titled } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { useLookAgain } from '#web/lib/refresh.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/PaidPage.ts';
import { OwnOrder } from './OwnOrder.tsx';

/** How far the provider has come: it has answered, it does not answer, or it is still being asked. */
type Asked = 'answered' | 'unanswered' | 'asking';

/** Who opens the page waits for the provider so long; then it is shown, and its script waits. */
const patience_ms = 1000;

/** So long until it looks again. */
const wait_s: Record<Asked, number> = { answered: 4, unanswered: 15, asking: 1 };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { locale, public_url, note } = context.get(pageContext);
  const { t } = speaker(locale);
  const order_id = idFrom(params.order_id);
  const call = context.get(callContext);
  // A provider that does not answer now answers later; one that knows nothing of the payment, an admin has to look at.
  const look = async (): Promise<Asked> => {
    try {
      await call(lookAtPayment, { params: { order_id }, body: {} });
      return 'answered';
    } catch (error) {
      if (!isRefusal(error) || !['cards_away', 'not_found'].includes(error.code)) throw error;
      return 'unanswered';
    }
  };
  const told = await answers(async () => {
    const looking = look();
    const isOpened = !new URL(request.url).pathname.endsWith('.data');
    const asked = await (isOpened ? Promise.race([looking, patience()]) : looking);
    // Nobody waits any more; what was found is settled all the same.
    if (asked === 'asking') looking.catch(note);
    return { asked, ...(await call(readOrderMoney, { params: { order_id } })) };
  });
  const title = t('pay.title', { order: told.order.label, season: (told.season ?? told.loft).name });
  const head = {
    title: titled(title),
    description: told.loft.name,
    url: `${public_url}/registrations/${order_id}/paid`,
  };
  return { ...told, title, head };
}

const patience = () => new Promise<Asked>((resolve) => setTimeout(resolve, patience_ms, 'asking'));

const sentences = { answered: 'pay.waiting', unanswered: 'pay.unanswered', asking: 'pay.asking' } as const;

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function PaidPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { state, status } = loaderData.order;
  const { asked } = loaderData;
  const after_s = wait_s[asked];
  useLookAgain(state === 'begun' ? after_s * 1000 : null, loaderData);
  return (
    <OwnOrder {...loaderData} isBack>
      {state === 'begun' && (
        <noscript>
          <meta httpEquiv="refresh" content={String(after_s)} />
        </noscript>
      )}
      {state === 'begun' ? (
        <p role="status">{t(sentences[asked])}</p>
      ) : status === 'paid' ? (
        <p role="status" className={panel.notice}>
          <Icon name="check" />
          {t('pay.thanks')}
        </p>
      ) : (
        <p role="status">{t('pay.left')}</p>
      )}
    </OwnOrder>
  );
}
