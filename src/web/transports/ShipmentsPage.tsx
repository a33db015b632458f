/** The transport of an order's birds: the agent requested, or to request, and the places of each bird. */
import { Form, redirect, useSearchParams } from 'react-router';
import {
  readShipments,
  requestTransport,
  type Shipments,
  type Traveller,
  takeBackTransport,
} from '#domain/transports/contract.ts';
import { isOpen } from '#domain/transports/transport.ts';
import { aboutInLine } from '#web/lib/bird-facts.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, type RefusedForm, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { orderPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { CollectionChoice, CustomerPhone } from '#web/ui/CollectionChoice.tsx';
import { Wrong } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { BirdPlace, LocationWord } from '#web/ui/PigeonState.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import { Sex } from '#web/ui/Sex.tsx';
import { Moment } from '#web/ui/Times.tsx';
import type { Route } from './+types/ShipmentsPage.ts';
import { CollectionFacts } from './CollectionFacts.tsx';
import { History } from './History.tsx';
import { TransportChip } from './TransportChip.tsx';
import styles from './transports.module.css';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { locale } = context.get(pageContext);
  const { t } = speaker(locale);
  const order_id = idFrom(params.order_id);
  const view = await answers(() => context.get(callContext)(readShipments, { params: { order_id } }));
  const title = [t('register.transport'), t('orders.order', { number: view.order.number })];
  return { ...view, head: pageHead({ context, params, pattern }, title) };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await request.formData();
  const call = context.get(callContext);
  const order_id = idFrom(params.order_id);
  return actOn(form, async () => {
    if (textIn(form, 'intent') === 'take_back') {
      await call(takeBackTransport, { params: { order_id }, body: {} });
      return redirect(`${orderPath(order_id)}/shipments`, 303);
    }
    const body = { collection_id: textIn(form, 'collection_id'), phone: textIn(form, 'phone') };
    await call(requestTransport, { params: { order_id }, body });
    return redirect(`${orderPath(order_id)}/shipments?asked`, 303);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function ShipmentsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { order, is_mine, requests, pigeons } = loaderData;
  const { time_zone } = order.loft;
  const open = requests.find(({ status }) => isOpen(status));
  // Rejected, and its customer has said nothing since.
  const refused = requests[0]?.status === 'rejected' ? requests[0] : undefined;
  const ended = requests.filter((one) => one !== open && one !== refused);
  const canAsk = is_mine && open?.status !== 'confirmed' && order.status !== 'rejected' && order.status !== 'cancelled';
  return (
    <div className={`wrap ${styles.page}`}>
      <AdminHead
        title={t('register.transport')}
        lead={
          <>
            <bdi>{order.loft.name}</bdi> · <bdi>{order.season.name}</bdi>
          </>
        }
      />
      {search.has('asked') && !actionData && (
        <p role="status" className={`${panel.notice} ${styles.notice} ${styles.done}`}>
          <Icon name="check" />
          {t('transports.done')}
        </p>
      )}
      <div className={styles.parts}>
        {open && <Request request={open} time_zone={time_zone} canTakeBack={is_mine} />}
        {refused && <Request request={refused} time_zone={time_zone} canTakeBack={canAsk} />}
        {canAsk && <Ask {...loaderData} open={open} answer={actionData} />}
        <section className={panel.panel} aria-labelledby="pigeons">
          <div className={panel.head}>
            <h2 id="pigeons">{t('pigeons.title')}</h2>
            <small>{t('transports.entered', { entered: pigeons.length, places: order.places })}</small>
          </div>
          {requests.map(
            (one) =>
              one.not_entered > 0 && (
                <p key={one.id} className={styles.body}>
                  {t('transports.not_entered_count', { n: one.not_entered })}
                </p>
              ),
          )}
          {pigeons.length < order.places && is_mine && (
            <p className={styles.body}>
              <Link to={`${orderPath(order.id)}/pigeons`}>{t('transports.not_entered')}</Link>
            </p>
          )}
          <ul className={styles.birds}>
            {pigeons.map((bird) => (
              <Bird key={bird.pigeon_id} bird={bird} time_zone={time_zone} />
            ))}
          </ul>
        </section>
        {ended.map((request) => (
          <Request key={request.id} request={request} time_zone={time_zone} />
        ))}
      </div>
    </div>
  );
}

interface RequestProps {
  request: Shipments['requests'][number];
  time_zone: string;
  canTakeBack?: boolean;
}

function Request({ request, time_zone, canTakeBack = false }: RequestProps) {
  const { t } = useTranslation();
  const { id, status, collection, phone, history } = request;
  return (
    <section className={panel.panel} aria-labelledby={`request-${id}`}>
      <div className={panel.head}>
        <h2 id={`request-${id}`}>
          {t('rights.agent')}: <bdi>{collection.agent.name}</bdi>
        </h2>
        <TransportChip status={status} />
      </div>
      <div className={styles.body}>
        <CollectionFacts collection={collection}>
          {phone && (
            <p>
              <a href={`tel:${phone}`}>
                <bdi dir="ltr">{phone}</bdi>
              </a>
            </p>
          )}
        </CollectionFacts>
        {canTakeBack && (status === 'pending' || status === 'rejected') && (
          <Form method="post" className={styles.pick_up} preventScrollReset>
            {status === 'rejected' && <p>{t('transports.choose_again_text')}</p>}
            <button type="submit" name="intent" value="take_back" className={panel.button}>
              {t(status === 'rejected' ? 'register.own_transport' : 'loft_admin.take_back')}
            </button>
          </Form>
        )}
      </div>
      <History history={history} time_zone={time_zone} />
    </section>
  );
}

interface AskProps extends Pick<Shipments, 'collections' | 'phone'> {
  open: Shipments['requests'][number] | undefined;
  answer: RefusedForm | undefined;
}

/** Requests an agent, or another one than before. */
function Ask({ collections, phone, open, answer }: AskProps) {
  const { t } = useTranslation();
  const refused = answer?.refused;
  return (
    <section className={panel.panel} aria-labelledby="ask">
      <div className={panel.head}>
        <h2 id="ask">{t(open ? 'transports.ask_again' : 'register.agent')}</h2>
      </div>
      <Form method="post" className={styles.body} preventScrollReset noValidate>
        {collections.length === 0 ? (
          <p>{t('transports.none_offered')}</p>
        ) : (
          <>
            <Wrong refused={refused && !refused.errors ? refused : undefined} />
            <CollectionChoice
              collections={collections}
              chosen={answer?.typed.collection_id ?? ''}
              errors={refused?.errors?.collection_id}
            />
            <CustomerPhone defaultValue={answer?.typed.phone ?? phone ?? ''} errors={refused?.errors?.phone} />
            <div className={styles.acts}>
              <button type="submit" name="intent" value="ask" className={panel.button_primary}>
                {t('transports.ask')}
              </button>
            </div>
          </>
        )}
      </Form>
    </section>
  );
}

/** A bird with all its places so far. */
function Bird({ bird, time_zone }: { bird: Traveller; time_zone: string }) {
  const { t } = useTranslation();
  return (
    <li>
      <span>
        <Ring ring={bird.ring} /> <Sex sex={bird.sex} />
      </span>
      <span>{aboutInLine(t, bird)}</span>
      <BirdPlace bird={bird} />
      {bird.log.length > 0 && (
        <details>
          <summary>{t('entries.past')}</summary>
          <ol>
            {bird.log.map(({ to, at, by, reason }) => (
              <li key={at + to}>
                <LocationWord location={to} />
                <span>
                  <Moment at_ms={Date.parse(at)} time_zone={time_zone} short />
                  {t('rows.comma')}
                  <bdi>{by ?? t('rights.program')}</bdi>
                  {reason && (
                    <>
                      {' · '}
                      <bdi>{reason}</bdi>
                    </>
                  )}
                </span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}
