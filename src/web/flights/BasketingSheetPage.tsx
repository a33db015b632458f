/** The basketing list of a race as a printable sheet: the whole list, or the filtered rows. */
import { birdColumnsOf, showsHome } from '#domain/seasons/visibility.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { InParts, inParts } from '#web/lib/in-parts.tsx';
import { formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { isMine, useMine } from '#web/lib/reader-marks.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Empty } from '#web/ui/Empty.tsx';
import { NothingFound } from '#web/ui/NoRows.tsx';
import type { Route } from './+types/BasketingSheetPage.ts';
import { narrowing } from './flight-data.ts';
import { loadBasketing } from './list-loader.server.ts';
import { Sheet } from './Sheet.tsx';
import { SheetBird } from './SheetBird.tsx';
import styles from './sheet.module.css';
import { stateWord, stillOut } from './still-out.ts';

export async function loader(args: Route.LoaderArgs) {
  const { t } = speaker(args.context.get(pageContext).locale);
  const data = await loadBasketing(args);
  const { flight, loft } = data;
  return { ...data, head: pageHead(args, [t('flight.basketing'), flight.name, loft.name]) };
}

export const handle = inParts;

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function BasketingSheetPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { flight, loft, choice, pigeons } = loaderData;
  const mine = useMine(loft.id);
  const has = { ...birdColumnsOf(flight.hidden, 'baskets'), home: showsHome(flight.hidden) };
  const state = { '': undefined, home: t('basketing.home'), out: t(stillOut(flight)) }[choice.state];
  return (
    <Sheet {...loaderData} list="basketing" also={state}>
      {flight.basketed_count === 0 ? (
        <Empty title={t('basketing.empty')} text={t('basketing.empty_text')} />
      ) : pigeons.length === 0 ? (
        <NothingFound own={narrowing} />
      ) : (
        <table className={styles.table}>
          <caption className="visually-hidden">{t('basketing.caption', { flight: flight.name })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('basketing.number')}</th>
              {has.bird && <th scope="col">{t('board.pigeon')}</th>}
              {has.whose && <th scope="col">{t('board.team')}</th>}
              {has.home && (
                <th scope="col" className={styles.figure}>
                  {t('basketing.state')}
                </th>
              )}
            </tr>
          </thead>
          <InParts rows={pigeons}>
            {(_from, part) => (
              <tbody>
                {part.map((bird) => (
                  <tr key={bird.pigeon_id} className={isMine(mine, bird) ? styles.mine : undefined}>
                    <td className={styles.rank}>
                      <bdi className="num">{formatNumber(locale, bird.number)}</bdi>
                    </td>
                    <SheetBird bird={bird} has={has} color />
                    {has.home && <td className={styles.figure}>{bird.home !== null && t(stateWord(flight, bird))}</td>}
                  </tr>
                ))}
              </tbody>
            )}
          </InParts>
        </table>
      )}
    </Sheet>
  );
}
