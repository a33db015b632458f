/** The public sale of a season's birds: bought or offered for by plain forms. */
import { redirect, useSearchParams } from 'react-router';
import { isRefusal } from '#domain/refusal.ts';
import { buyPigeon, offerForPigeon, readSale } from '#domain/sales/contract.ts';
import { birdColumnsOf } from '#domain/seasons/visibility.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatMoney, formatNumber } from '#web/lib/intl.ts';
import { answers, idFrom, signInFor } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { orderPath, salePath } from '#web/lib/paths.ts';
import { ratesOf } from '#web/lib/rates.server.ts';
import { useSentence } from '#web/lib/sentence.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { About, AboutNote } from '#web/ui/About.tsx';
import { BirdName, TeamName } from '#web/ui/BirdName.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LoftHead } from '#web/ui/LoftHead.tsx';
import panel from '#web/ui/panel.module.css';
import { Table } from '#web/ui/Table.tsx';
import table from '#web/ui/table.module.css';
import type { Route } from './+types/SalePage.ts';
import { BuyOrOffer } from './BuyOrOffer.tsx';
import { centsIn } from './price.ts';
import { SaleWindow } from './SaleWindow.tsx';
import styles from './sales.module.css';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { locale, me } = context.get(pageContext);
  const { t } = speaker(locale);
  const key = { loft_id: idFrom(params.loft_id), season_id: idFrom(params.season_id) };
  const view = await answers(() => context.get(callContext)(readSale, { params: key }));
  const title = [t('due_date.pigeon_sale'), view.season.name];
  const head = pageHead({ context, params, pattern }, title, [...title, view.loft.name].join(t('rows.comma')));
  return { ...view, rates: await ratesOf(context), is_signed_in: me !== null, key, head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const key = { loft_id: idFrom(params.loft_id), season_id: idFrom(params.season_id) };
  const form = await request.formData();
  const call = context.get(callContext);
  return actOn(form, async () => {
    const of = { ...key, listing_id: idFrom(textIn(form, 'listing_id')) };
    try {
      if (textIn(form, 'intent') === 'offer') {
        const amount_cents = centsIn(textIn(form, 'amount'), 'amount');
        await call(offerForPigeon, { params: of, body: { amount_cents } });
        return redirect(`${salePath(key)}?offered=${of.listing_id}#listing-${of.listing_id}`, 303);
      }
      const price_cents = Number(textIn(form, 'price_cents'));
      const { order_id } = await call(buyPigeon, { params: of, body: { price_cents } });
      return redirect(orderPath(order_id), 303);
    } catch (error) {
      if (isRefusal(error) && error.code === 'sign_in_first') throw signInFor(salePath(key), 303);
      throw error;
    }
  });
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function SalePage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const sentence = useSentence();
  const [search] = useSearchParams();
  const { loft, season, seasons, currency, sale, hidden, birds, read_at, is_signed_in, key } = loaderData;
  const has = birdColumnsOf(hidden, 'fanciers');
  const money = (cents: number) => formatMoney(locale, cents, currency);
  const refused = actionData?.refused;
  return (
    <>
      <LoftHead loft={loft} read_at={read_at} part="season" seasons={seasons} season_id={season.id} />
      <div className={`wrap ${panel.body}`}>
        <section className={panel.panel} aria-labelledby="sale">
          <div className={panel.head}>
            <h2 id="sale">{t('due_date.pigeon_sale')}</h2>
            <small>{t('pigeons.found', { count: birds.length })}</small>
          </div>
          <div className={styles.message}>
            <SaleWindow sale={sale} />
            {refused && (
              <p role="alert" className={`${panel.notice} ${panel.notice_bad}`}>
                <Icon name="alert" />
                {refused.code === 'bad_input' ? t('form.check') : sentence(refused)}
              </p>
            )}
            {search.has('offered') && !refused && (
              <p role="status" className={panel.notice}>
                <Icon name="check" />
                {t('sale.offer_done')}
              </p>
            )}
          </div>
          <Table caption={t('due_date.pigeon_sale')} cards>
            <thead>
              <tr>
                <th scope="col">{t('board.pigeon')}</th>
                {has.whose && <th scope="col">{t('board.team')}</th>}
                <th scope="col">{t('bird.homes')}</th>
                <th scope="col">{t('product.price')}</th>
                <th scope="col">{t('admin.state')}</th>
              </tr>
            </thead>
            <tbody>
              {birds.map((one) => (
                <tr key={one.listing_id} id={`listing-${one.listing_id}`}>
                  <td>
                    <BirdName loft_id={loft.id} bird={one.bird} />
                  </td>
                  {has.whose && (
                    <td data-label={t('board.team')}>
                      <div className={table.flagged}>
                        <Flag country={one.bird.country} />
                        <span>
                          <TeamName loft_id={loft.id} team={one.bird} />
                        </span>
                      </div>
                    </td>
                  )}
                  <td data-label={t('bird.homes')}>
                    <span>
                      {one.flown > 0
                        ? t('bird.homes_of', { home: formatNumber(locale, one.home), count: one.flown })
                        : '–'}
                      {one.best_rank !== null && (
                        <small>
                          {t('bird.best')} <bdi className="num">{formatNumber(locale, one.best_rank)}</bdi>
                        </small>
                      )}
                    </span>
                  </td>
                  <td data-label={t('product.price')}>
                    {one.price_cents !== null ? (
                      <span>
                        <bdi className="num">
                          <b>{money(one.price_cents)}</b>
                        </bdi>{' '}
                        <About amount_cents={one.price_cents} currency={currency} />
                      </span>
                    ) : (
                      <span>
                        {one.best_cents === null
                          ? t('sale.for_offers')
                          : t('sale.best', { amount: money(one.best_cents) })}
                        {one.own_cents !== null && (
                          <small>{t('sale.own_offer', { amount: money(one.own_cents) })}</small>
                        )}
                      </span>
                    )}
                  </td>
                  <td data-label={t('admin.state')}>
                    <BuyOrOffer
                      one={one}
                      currency={currency}
                      at={salePath(key)}
                      is_open={sale?.state === 'open'}
                      is_signed_in={is_signed_in}
                      answer={actionData?.typed.listing_id === String(one.listing_id) ? actionData : undefined}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
          <AboutNote currency={currency} />
        </section>
      </div>
    </>
  );
}
