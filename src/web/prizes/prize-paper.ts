/** The statement of a person's prizes in a season, and the receipt of one payout, as PDFs in the reader's language. */
import { renderSVG } from 'uqr';
import { fileHeaders } from '#domain/csv.ts';
import { type Locale, localeFacts } from '#domain/locales.ts';
import type { Confirmation, ConfirmationPage } from '#domain/orders/confirmation.ts';
import {
  type OwnPrize,
  type PrizeAward,
  type PrizePapers,
  readOwnPrizePapers,
  readPrizePapers,
} from '#domain/prizes/contract.ts';
import { sumOf } from '#domain/prizes/prize.ts';
import { makeAs } from '#domain/table.ts';
import { addressLines } from '#web/lib/address.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { formatCalendarDay, formatMoney } from '#web/lib/intl.ts';
import { answers, idFrom, notFound } from '#web/lib/loader.ts';
import { linesOf, loftLines, paperMoment } from '#web/lib/order-paper.server.ts';
import { prizesPath } from '#web/lib/paths.ts';
import type { Route } from './+types/prize-paper.ts';
import { awardWords, fundName, movedWords, prizeLook } from './prize-words.ts';

/** Of the reader's own prizes, or for who pays them of a person. */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const { locale, public_url } = context.get(pageContext);
  const call = context.get(callContext);
  const season_id = idFrom(params.season_id);
  const papers = await answers(() =>
    params.user_id === undefined
      ? call(readOwnPrizePapers, { params: { loft_id: idFrom(params.loft_id), season_id } })
      : call(readPrizePapers, { params: { season_id, user_id: idFrom(params.user_id) } }),
  );
  const { loft, season, person } = papers;
  const address = public_url + prizesPath({ loft_id: loft.id, season_id });
  const common = {
    accent: loft.accent ?? null,
    loft: loftLines(locale, loft),
    customer: linesOf(person.name, ...(person.address ? addressLines(locale, person.address) : [])),
    pay: null,
    how: null,
    transfer: null,
    code: renderSVG(address, { border: 0 }),
    address,
  };
  const said =
    params.payout_id === undefined
      ? statement(locale, papers)
      : receipt(
          locale,
          papers,
          papers.payouts.find(({ id, taken_back }) => id === idFrom(params.payout_id) && taken_back === null) ??
            notFound(),
        );
  const title = `${loft.name} ${said.title} ${season.name}`;
  const { lang, dir } = localeFacts[locale];
  return Response.json({ title, pages: [{ ...common, ...said }], lang, dir } satisfies Confirmation, {
    headers: { ...fileHeaders(title, 'pdf'), [makeAs]: 'confirmation' },
  });
}

type Said = Pick<ConfirmationPage, 'title' | 'facts' | 'positions' | 'total' | 'history'>;

/** Everything a person won in the season, what was paid of it, and what is open. */
function statement(
  locale: Locale,
  { loft, season, currency, read_at, prizes, in_kind, moved, payouts }: PrizePapers,
): Said {
  const { t } = speaker(locale);
  const amount = (cents: number) => formatMoney(locale, cents, currency);
  const open_cents = prizes.reduce((sum, { won_cents, paid_cents }) => sum + won_cents - paid_cents, 0);
  return {
    title: t('prizes.statement'),
    facts: [
      [t('bird.season'), season.name],
      [t('sheet.date'), paperMoment(locale, read_at, loft.time_zone)],
    ],
    positions: [
      [t('prizes.won_in'), t('prizes.winner'), t('admin.state'), t('prizes.won')],
      ...prizes.flatMap((prize) =>
        singly(prize, prize.won_cents).map(({ special, amount_cents }) => [
          wonIn(locale, { ...prize, special }),
          winnerOf(prize),
          stateOf(locale, prize),
          amount(amount_cents),
        ]),
      ),
      ...in_kind.map((one) => [wonIn(locale, one), winnerOf(one), '', one.in_kind]),
    ],
    total: [t(open_cents < 0 ? 'prizes.to_give_back' : 'prizes.yours_open'), amount(Math.abs(open_cents))],
    history: [
      ...moved.map((one): [string, string] => [
        [one.ring ?? one.team, fundName(locale, one), t('prizes.moved'), movedWords({ t, locale }, one, loft.time_zone)]
          .filter((part) => part !== null)
          .join(' · '),
        `${amount(one.before_cents)} → ${amount(one.after_cents)}`,
      ]),
      ...payouts.flatMap(({ paid_on, amount_cents, taken_back }): [string, string][] => [
        [t('prizes.paid_on', { day: formatCalendarDay(locale, paid_on, 'named') }), amount(amount_cents)],
        ...(taken_back
          ? ([
              [
                t('prizes.taken_back_on', {
                  day: formatCalendarDay(locale, taken_back.on, 'named'),
                  reason: taken_back.reason,
                }),
                amount(0 - amount_cents),
              ],
            ] as [string, string][])
          : []),
      ]),
    ],
  };
}

/** One payout, with the prizes that it paid. */
function receipt(
  locale: Locale,
  { season, currency }: PrizePapers,
  { id, paid_on, method, amount_cents, left_cents, prizes }: PrizePapers['payouts'][number],
): Said {
  const { t } = speaker(locale);
  const amount = (cents: number) => formatMoney(locale, cents, currency);
  return {
    title: t('prizes.receipt', { number: `${season.year}-${id}` }),
    facts: [
      [t('bird.season'), season.name],
      [t('pay.how'), t(`pay.${method}`)],
    ],
    positions: [
      [t('prizes.won_in'), t('prizes.winner'), t('place.prize')],
      ...prizes.flatMap((prize) =>
        singly(prize, prize.amount_cents).map(({ special, amount_cents }) => [
          wonIn(locale, { ...prize, special }),
          winnerOf(prize),
          amount(amount_cents),
        ]),
      ),
    ],
    total: [t('prizes.paid_on', { day: formatCalendarDay(locale, paid_on, 'named') }), amount(amount_cents)],
    history: [[t(left_cents < 0 ? 'prizes.to_give_back' : 'prizes.yours_open'), amount(Math.abs(left_cents))]],
  };
}

/** The state of a prize, with what was paid of it and what is left, and until when it is paid. */
function stateOf(locale: Locale, prize: OwnPrize): string {
  const { t } = speaker(locale);
  const { won_cents, paid_cents, pay_by, currency } = prize;
  const amount = (cents: number) => formatMoney(locale, cents, currency);
  const isOpen = paid_cents < won_cents;
  const said = [
    t(prizeLook(prize).word),
    isOpen && paid_cents > 0 && t('prizes.part', { paid: amount(paid_cents), left: amount(won_cents - paid_cents) }),
    isOpen && pay_by !== null && t('prizes.pay_by', { day: formatCalendarDay(locale, pay_by, 'named') }),
  ];
  return said.filter((one) => one !== false).join(' · ');
}

/** The pigeon with its team, which may have another name than the person to whom the prize is owed; or the team alone. */
const winnerOf = ({ ring, team }: Pick<OwnPrize, 'ring' | 'team'>): string =>
  [ring, team].filter((one) => one !== null).join(' · ');

/** The flight or the ranking, with the place or the special prize there. */
function wonIn(
  locale: Locale,
  {
    rank,
    special,
    ...of
  }: { name: string; names?: OwnPrize['names']; rank: number | null; special: PrizeAward['special'] },
): string {
  const words = awardWords({ t: speaker(locale).t, locale }, { rank, special });
  return [fundName(locale, of), words].filter((one) => one !== '').join(' · ');
}

/** The single prizes of a sum; a part of one that is paid in parts is not divided among them. */
const singly = ({ awards }: Pick<OwnPrize, 'awards'>, amount_cents: number): PrizeAward[] =>
  sumOf(awards) === amount_cents && awards.length > 0 ? awards : [{ special: null, amount_cents }];
