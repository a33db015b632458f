/** The payouts of a season: who has won what, what is due to them, every payout, and the money to be published. */
import { redirect, useSearchParams } from 'react-router';
import type { InputOf } from '#domain/contract.ts';
import {
  answerPayout,
  enterEarlierPrizes,
  listPayouts,
  payPrizes,
  publishMoney,
  takeBackPayout,
} from '#domain/prizes/contract.ts';
import { Refusal } from '#domain/refusal.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatList } from '#web/lib/intl.ts';
import { answers, idFrom, notFound, perPages } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { prizesPath } from '#web/lib/paths.ts';
import { readPrice } from '#web/lib/price.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { DownloadLinks } from '#web/ui/DownloadLinks.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { Wrong } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import panel from '#web/ui/panel.module.css';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import type { Route } from './+types/PayoutsPage.ts';
import { HeldPrizes } from './HeldPrizes.tsx';
import { MoneyForm, statedFields } from './MoneyForm.tsx';
import { PayoutList } from './PayoutList.tsx';
import { PrizesInKind } from './PrizesInKind.tsx';
import { chosenIn } from './payout-form.ts';
import { payoutsQueryFrom } from './payouts-list.ts';
import styles from './prizes.module.css';
import { WinnerEntry } from './WinnerEntry.tsx';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const query = payoutsQueryFrom(new URL(request.url).searchParams);
  const season_id = idFrom(params.season_id);
  const view = await answers(() => context.get(callContext)(listPayouts, { params: { season_id }, query }));
  const head = pageHead({ context, params, pattern }, [t('admin.payouts'), view.season.name], view.loft.name);
  return { ...view, query, head };
}

/** What the loft states, in cents. @throws Refusal naming each field that is no amount */
function statedIn(form: FormData) {
  const read = statedFields.map((field) => ({ field, ...readPrice(textIn(form, field), 1_000_000_000_000) }));
  const wrong = read.flatMap(({ field, wrong: error }) => (error ? [[field, [error]] as const] : []));
  if (wrong.length) throw new Refusal('bad_input', {}, Object.fromEntries(wrong));
  return Object.fromEntries(read.map(({ field, cents }) => [field, cents])) as InputOf<typeof publishMoney>['body'];
}

export async function action({ context, params: routeParams, request }: Route.ActionArgs) {
  const form = await request.formData();
  const call = context.get(callContext);
  const season_id = idFrom(routeParams.season_id);
  const params = { season_id };
  const file = textIn(form, 'file_id');
  const ofPayout = () => ({ season_id, payout_id: idFrom(textIn(form, 'payout_id')) });
  const actions: Record<string, () => Promise<unknown>> = {
    pay: () =>
      call(payPrizes, {
        params,
        body: {
          user_id: idFrom(textIn(form, 'user_id')),
          ...chosenIn(form),
          method: textIn(form, 'method') as InputOf<typeof payPrizes>['body']['method'],
          paid_on: textIn(form, 'paid_on'),
          reason: textIn(form, 'reason'),
          file_id: file === '' ? null : Number(file),
        },
      }),
    approve: () => call(answerPayout, { params: ofPayout(), body: { is_approved: true } }),
    refuse: () => call(answerPayout, { params: ofPayout(), body: { is_approved: false } }),
    take_back: () => call(takeBackPayout, { params: ofPayout(), body: { reason: textIn(form, 'reason') } }),
    enter_earlier: () => call(enterEarlierPrizes, { params, body: {} }),
    publish: () => call(publishMoney, { params, body: statedIn(form) }),
  };
  const intent = actions[textIn(form, 'intent')] ?? notFound();
  return actOn(form, async () => {
    await intent();
    return redirect(`${seasonAdminPath(season_id)}/payouts?saved=1`, 303);
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function PayoutsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [search] = useSearchParams();
  const {
    loft,
    season,
    currency,
    today,
    limit_cents,
    by_provider,
    rows,
    held,
    in_kind,
    earlier,
    payouts,
    money,
    published_at,
    is_older,
    query,
    ...page
  } = loaderData;
  const at = `${seasonAdminPath(season.id)}/payouts`;
  const form = { loft_id: loft.id, currency, today, limit_cents, by_provider, answer: actionData };
  return (
    <>
      <AdminHead
        title={t('admin.payouts')}
        actions={
          <Link className={panel.button} to={prizesPath({ loft_id: loft.id, season_id: season.id })}>
            {t('rulebook.prizes')}
          </Link>
        }
      />
      {search.has('saved') && (
        <p role="status" className={panel.notice}>
          <Icon name="check" />
          {t('product.saved')}
        </p>
      )}
      <div className={styles.admin}>
        {earlier.length > 0 && (
          <section className={panel.panel} aria-labelledby="earlier">
            <div className={panel.head}>
              <h2 id="earlier">{t('prizes.earlier')}</h2>
            </div>
            <form method="post" className={styles.form}>
              <Wrong refused={actionData?.typed.intent === 'enter_earlier' ? actionData.refused : undefined} />
              <p>
                {t('prizes.earlier_text', {
                  flights: formatList(
                    locale,
                    earlier.map(({ name }) => name),
                  ),
                })}
              </p>
              <button type="submit" name="intent" value="enter_earlier" className={panel.button_primary}>
                {t('prizes.enter_earlier')}
              </button>
            </form>
          </section>
        )}
        {(rows.length > 0 || query.q !== '' || held.length === 0) && (
          <section className={panel.panel} aria-labelledby="winners">
            <div className={panel.head}>
              <h2 id="winners">{t('rulebook.prizes')}</h2>
              {page.total > 0 && <DownloadLinks path={at} query={`${search}`} />}
            </div>
            {(page.total > 0 || query.q !== '') && <SearchForm hint={t('everybody.search')} />}
            {rows.length === 0 ? (
              <Empty
                title={query.q ? t('search.none') : t('prizes.nobody')}
                text={query.q ? t('search.none_text', { q: query.q }) : t('prizes.nobody_text')}
              />
            ) : (
              <>
                <ul className={styles.winners}>
                  {rows.map((winner) => (
                    <WinnerEntry
                      key={winner.person.user_id}
                      winner={winner}
                      season_id={season.id}
                      time_zone={loft.time_zone}
                      {...form}
                    />
                  ))}
                </ul>
                <Paging {...page} per_page={query.per_page} sizes={perPages} />
              </>
            )}
          </section>
        )}
        {held.length > 0 && <HeldPrizes held={held} season_id={season.id} />}
        {in_kind.length > 0 && <PrizesInKind won={in_kind} />}
        {payouts.length > 0 && (
          <PayoutList
            payouts={payouts}
            season_id={season.id}
            currency={currency}
            limit_cents={limit_cents}
            time_zone={loft.time_zone}
            answer={actionData}
          />
        )}
        <MoneyForm
          money={money}
          published_at={published_at}
          is_older={is_older}
          time_zone={loft.time_zone}
          answer={actionData}
        />
      </div>
    </>
  );
}
