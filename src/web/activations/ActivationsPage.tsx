/** Activating the birds of one's own order: choice, product and due day; payment follows. Works without a script. */
import { Form, redirect } from 'react-router';
import { type Activation, activateOwn, readActivations } from '#domain/activations/contract.ts';
import { readOrder } from '#domain/orders/own-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, type RefusedForm, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { orderPath } from '#web/lib/paths.ts';
import { chosenIn } from '#web/lib/selected-rows.ts';
import { useSentence } from '#web/lib/sentence.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Empty } from '#web/ui/Empty.tsx';
import { Wrong } from '#web/ui/Field.tsx';
import { FormResult } from '#web/ui/FormResult.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import type { Route } from './+types/ActivationsPage.ts';
import { ActivationChoice, OnSale } from './ActivationChoice.tsx';
import { PayBy, Replaces, ReserveNumber, StateChip } from './ActivationFacts.tsx';
import styles from './activations.module.css';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { locale } = context.get(pageContext);
  const { t } = speaker(locale);
  const order_id = idFrom(params.order_id);
  const view = await answers(() => context.get(callContext)(readActivations, { params: { order_id } }));
  const head = pageHead({ context, params, pattern }, [t('admin.activations'), view.loft.name], view.season.name);
  return { ...view, head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const call = context.get(callContext);
  const fields = await request.formData();
  return actOn(fields, async () => {
    const body = { product_id: idFrom(textIn(fields, 'product_id')), pigeon_ids: chosenIn(fields) };
    const { order_id } = await call(activateOwn, { params: { order_id: idFrom(params.order_id) }, body });
    const { order, is_mine } = await call(readOrder, { params: { order_id } });
    return redirect(is_mine && order.to_pay ? `${orderPath(order_id)}/pay` : orderPath(order_id));
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function ActivationsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { loft, season, currency, order, kinds, today } = loaderData;
  const shown = kinds.filter(({ pigeons, products }) => pigeons.length > 0 && products.length > 0);
  return (
    <div className={`wrap ${styles.page}`}>
      <h1>{t('admin.activations')}</h1>
      <p>
        <bdi>{loft.name}</bdi> <bdi>{season.name}</bdi>
        {t('rows.comma')}
        {t('orders.order', { number: order.number })}
      </p>
      <p>{t('activations.lead')}</p>
      <FormResult refused={actionData?.refused} />
      {shown.length === 0 && (
        <section className={panel.panel}>
          <Empty title={t('activations.none')} text={t('activations.none_text')} />
        </section>
      )}
      {shown.map(({ kind, products, pigeons }) => {
        const answer = actionData?.typed.kind === kind ? actionData : undefined;
        const isOpen = products.some(({ sale }) => sale.state === 'open');
        const birds = pigeons.map((bird) => (
          <Bird key={bird.pigeon_id} bird={bird} kind={kind} isOpen={isOpen} answer={answer} />
        ));
        return (
          <section key={kind} className={panel.panel} aria-labelledby={kind}>
            <div className={panel.head}>
              <h2 id={kind}>{t(`product.${kind}_activation`)}</h2>
            </div>
            <div className={styles.on_sale}>
              <OnSale products={products} currency={currency} today={today} />
            </div>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="kind" value={kind} />
              <ul className={styles.list}>{birds}</ul>
              {isOpen && pigeons.some(isChoosable) && (
                <div className={styles.send}>
                  <ActivationChoice
                    products={products.filter(({ sale }) => sale.state === 'open')}
                    currency={currency}
                    answer={answer}
                  />
                  <button type="submit" className={panel.button_primary}>
                    {t('activations.activate')}
                  </button>
                </div>
              )}
            </Form>
          </section>
        );
      })}
    </div>
  );
}

const isChoosable = ({ state, refused }: Activation) => state === 'free' && refused === null;

interface BirdProps {
  bird: Activation;
  kind: string;
  isOpen: boolean;
  answer: RefusedForm | undefined;
}

function Bird({ bird, kind, isOpen, answer }: BirdProps) {
  const { t } = useTranslation();
  const sentence = useSentence();
  const { pigeon_id, ring, pigeon_name, state, refused, order, reserve } = bird;
  const box = `${kind}-${pigeon_id}`;
  const about = (
    <>
      <Ring ring={ring} />
      {pigeon_name && <bdi>{pigeon_name}</bdi>}
      <ReserveNumber reserve={reserve} />
    </>
  );
  const chosen = answer?.chosen.indexOf(String(pigeon_id)) ?? -1;
  const wrong = chosen < 0 ? undefined : answer?.refused.errors?.[`pigeon_ids.${chosen}`]?.[0];
  return (
    <li>
      {isOpen && isChoosable(bird) ? (
        <>
          <input type="checkbox" id={box} name="chosen" value={pigeon_id} defaultChecked={chosen >= 0} />
          <label htmlFor={box}>{about}</label>
        </>
      ) : (
        <>
          <span />
          <span className={styles.bird}>{about}</span>
        </>
      )}
      <span className={styles.state}>
        {kind === 'reserve' && <Replaces replaces={bird.replaces} />}
        {state === 'free' && refused !== null ? (
          <small>{sentence({ code: refused as 'pigeon_not_at_loft' })}</small>
        ) : (
          <StateChip state={state} />
        )}
        {order && <Link to={orderPath(order.id)}>{t('orders.order', { number: order.number })}</Link>}
        <PayBy order={order} />
      </span>
      {wrong && (
        <div className={styles.wrong}>
          <Wrong refused={wrong} />
        </div>
      )}
    </li>
  );
}
