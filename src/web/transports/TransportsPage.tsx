/** The requests to an agent (6.5): by day and place, one or many answered, and the collections so far. */
import { useSearchParams } from 'react-router';
import { type ListedTransport, listOwnTransports } from '#domain/transports/agent-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatCalendarDay } from '#web/lib/intl.ts';
import { answers, oneOf } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { ListParts } from '#web/ui/ListParts.tsx';
import panel from '#web/ui/panel.module.css';
import { RowKeys } from '#web/ui/RowKeys.tsx';
import type { Route } from './+types/TransportsPage.ts';
import { answer } from './answer.ts';
import { AnswerNotice, RequestAnswers } from './RequestAnswers.tsx';
import { TransportRows } from './TransportRows.tsx';
import styles from './transports.module.css';

export async function loader({ context, params, pattern, url }: Route.LoaderArgs) {
  const { locale } = context.get(pageContext);
  const { t } = speaker(locale);
  const { searchParams } = url;
  const show = oneOf(['open', 'ended'], searchParams.get('show'));
  const view = await answers(() => context.get(callContext)(listOwnTransports, { query: { show } }));
  const title = t('nav.transports');
  const head = pageHead({ context, params, pattern }, [title], t('transports.lead'));
  return { ...view, show, head };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  return actOn(form, () => answer(context.get(callContext), form));
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function TransportsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { counts, show, transports } = loaderData;
  return (
    <div className={`wrap ${styles.page}`}>
      <AdminHead
        title={t('nav.transports')}
        lead={t('transports.lead')}
        actions={
          <div className={styles.acts}>
            <Link className={panel.button} to="/transports/route">
              <Icon name="truck" />
              {t('transports.route')}
            </Link>
            <Link className={panel.button} to="/transports/owed">
              <Icon name="money" />
              {t('agent_cash.own')}
            </Link>
            <Link className={panel.button} to="/transports/offers">
              <Icon name="calendar" />
              {t('transports.offers')}
            </Link>
          </div>
        }
      />
      <AnswerNotice answer={actionData} />
      <section className={panel.panel} aria-label={t('nav.transports')}>
        <div className={panel.head}>
          <ListParts
            label={t('admin.state')}
            parts={(['open', 'ended'] as const).map((part) => ({
              to: part === 'open' ? '/transports' : '?show=ended',
              word: t(`transports.${part}`),
              count: counts[part],
              isShown: part === show,
            }))}
          />
          {show === 'open' && <Keys />}
        </div>
        {transports.length === 0 ? (
          <Empty title={t('transports.none')} text={t('transports.none_text')} />
        ) : (
          <RequestAnswers key={`${search}`} transports={transports} answer={actionData}>
            {byCollection(transports).map((group) => (
              <Collected key={group[0]!.collection.id} transports={group} />
            ))}
          </RequestAnswers>
        )}
      </section>
    </div>
  );
}

/** The keyboard shortcuts of a list of requests. */
function Keys() {
  const { t } = useTranslation();
  return (
    <RowKeys
      actions={[
        { key: 'c', word: t('order_admin.confirm') },
        { key: 'p', word: t('transports.pick_up') },
        { key: 'r', word: t('order_admin.reject') },
      ]}
    />
  );
}

/** The requests of one place and day. */
function Collected({ transports }: { transports: readonly ListedTransport[] }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { collection, order } = transports[0]!;
  const { place, day, from_time, to_time } = collection;
  return (
    <>
      <div className={styles.collection}>
        <h2>
          <bdi>{place}</bdi>
        </h2>
        <p suppressHydrationWarning>
          <time dateTime={day}>{formatCalendarDay(locale, day, 'words')}</time>
          {t('rows.comma')}
          <bdi dir="ltr" className="num">{`${from_time}–${to_time}`}</bdi>
          {' · '}
          <bdi>{order.loft.name}</bdi>
        </p>
        <Link className={panel.take} to={`/transports/manifest/${collection.id}`}>
          <Icon name="list" />
          {t('transports.manifest')}
        </Link>
      </div>
      <TransportRows caption={`${place}, ${day}`} transports={transports} />
    </>
  );
}

function byCollection(transports: readonly ListedTransport[]): ListedTransport[][] {
  return [...Map.groupBy(transports, ({ collection }) => collection.id).values()];
}
