/** The reader's orders (2.4): of current seasons, or earlier ones; those that need an action first. */
import { useEffect } from 'react';
import { redirect, useSearchParams } from 'react-router';
import type { OrderView } from '#domain/orders/contract.ts';
import { type Draft, listOwnOrders } from '#domain/orders/own-contract.ts';
import { dropRegistration } from '#domain/orders/registration-contract.ts';
import { byUrgency } from '#domain/orders/timeline.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatCalendarDay, formatNumber } from '#web/lib/intl.ts';
import { answers, idFrom, oneOf } from '#web/lib/loader.ts';
import { inOneLine } from '#web/lib/names.ts';
import { usePage } from '#web/lib/page.ts';
import { registerPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Empty } from '#web/ui/Empty.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/OrdersPage.ts';
import { OrderCard } from './OrderCard.tsx';
import styles from './orders.module.css';
import { Question } from './Question.tsx';
import { forgetChoice } from './saved-choice.ts';

export async function loader({ context, params, pattern, url }: Route.LoaderArgs) {
  const { locale } = context.get(pageContext);
  const { t } = speaker(locale);
  const { searchParams } = url;
  const shown = oneOf(['now', 'earlier'], searchParams.get('show'));
  const { orders, drafts } = await answers(() => context.get(callContext)(listOwnOrders, {}));
  const parts = {
    now: orders.filter((order) => !isEarlier(order)).sort(byUrgency),
    earlier: orders.filter(isEarlier),
  };
  const head = pageHead({ context, params, pattern }, [t('home.my_registrations')]);
  const counts = { now: parts.now.length, earlier: parts.earlier.length };
  return { shown, counts, orders: parts[shown], drafts: shown === 'now' ? drafts : [], head };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const params = { loft_id: idFrom(textIn(form, 'loft_id')), season_id: idFrom(textIn(form, 'season_id')) };
  return actOn(form, async () => {
    await context.get(callContext)(dropRegistration, { params, body: {} });
    return redirect('/registrations', 303);
  });
}

/** Orders of a season that is over; those without a season are current. */
const isEarlier = ({ season }: Pick<OrderView, 'season'>) =>
  season?.status === 'over' || season?.status === 'season_complete';

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function OrdersPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { shown, counts, orders, drafts } = loaderData;
  const [searchParams] = useSearchParams();
  const savedSeason = searchParams.get('kept');
  const saved = drafts.find(({ season }) => String(season.id) === savedSeason);
  // The saved draft is the same on all devices; an older copy in this tab is removed.
  useEffect(() => {
    if (savedSeason) forgetChoice(Number(savedSeason));
  }, [savedSeason]);
  const first = orders[0]?.to_pay;
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.head}>
        <h1>{t('home.my_registrations')}</h1>
        <div className={styles.links}>
          <nav className={styles.parts} aria-label={t('home.my_registrations')}>
            {(['now', 'earlier'] as const).map((part) => (
              <Link
                key={part}
                to={part === 'now' ? '/registrations' : '?show=earlier'}
                aria-current={part === shown ? 'page' : undefined}
              >
                {t(part === 'now' ? 'orders.this_season' : 'orders.earlier')}{' '}
                <span className="num">{formatNumber(locale, counts[part])}</span>
              </Link>
            ))}
          </nav>
          {first && (
            <p suppressHydrationWarning>
              {t('orders.due', { day: formatCalendarDay(locale, first.last_day, 'words') })}
            </p>
          )}
          {counts.now + counts.earlier > 0 && (
            <Link className={panel.take} to="/registrations/flock">
              <Icon name="list" />
              {t('flock.title')}
            </Link>
          )}
          {counts.now + counts.earlier > 0 && (
            <a className={panel.take} href="/registrations/download/confirmation">
              <Icon name="download" />
              {t('orders.all_pdf')}
            </a>
          )}
        </div>
      </div>
      {saved && (
        <p role="status" className={`${panel.notice} ${styles.done}`}>
          <Icon name="check" />
          <span>{t('done.saved', { name: inOneLine(saved.loft.name, saved.season.name) })}</span>
        </p>
      )}
      {drafts.length > 0 && (
        <section className={styles.drafts} aria-labelledby="drafts">
          <h2 id="drafts">{t('orders.draft')}</h2>
          {drafts.map((draft) => (
            <KeptDraft key={draft.season.id} draft={draft} />
          ))}
        </section>
      )}
      {orders.length ? (
        <div className={styles.list}>
          {orders.map((order) => (
            <OrderCard key={order.id} order={order} />
          ))}
        </div>
      ) : drafts.length ? null : (
        <div className={panel.panel}>
          <Empty title={t('orders.none')} text={t('orders.none_text')}>
            <Link className={panel.button} to="/seasons">
              {t('admin.all_seasons')}
            </Link>
          </Empty>
        </div>
      )}
    </div>
  );
}

/** A registration that is not sent yet: for which season, with which packages, for which team. */
function KeptDraft({ draft: { loft, season, packages, team } }: { draft: Draft }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <div className={`${panel.panel} ${styles.draft}`}>
      <div>
        <h3>
          <bdi>{loft.name}</bdi> <bdi>{season.name}</bdi>
        </h3>
        <p className={styles.meta}>
          <Flag country={loft.country} width={20} />
          <span>
            {packages.length === 0 && t('refusals.order_empty')}
            {packages.map(({ name, quantity }, i) => (
              <span key={name}>
                {i > 0 && t('rows.comma')}
                <bdi dir="ltr" className="num">{`${formatNumber(locale, quantity)} ×`}</bdi> <bdi>{name}</bdi>
              </span>
            ))}
            {team && (
              <>
                {' · '}
                <bdi>{team}</bdi>
              </>
            )}
          </span>
        </p>
      </div>
      <div className={styles.sure}>
        <Question
          name={t('orders.draft_drop')}
          question={t('orders.draft_drop_sure')}
          keep={{ name: t('orders.draft_keep'), to: '/registrations' }}
          // This tab may have a copy of its own.
          onSubmit={() => forgetChoice(season.id)}
        >
          <input type="hidden" name="loft_id" value={loft.id} />
          <input type="hidden" name="season_id" value={season.id} />
        </Question>
        <Link className={panel.button_primary} to={registerPath({ loft_id: loft.id, season_id: season.id })}>
          {t('orders.draft_go')}
        </Link>
      </div>
    </div>
  );
}
