/** The prizes of a season as a file: a line for each bird of each winner. */
import { moneyCell } from '#domain/csv.ts';
import { listPayouts } from '#domain/prizes/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { formatMoney } from '#web/lib/intl.ts';
import { wholeList } from '#web/lib/list.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { fileResponse } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/payouts-csv.ts';
import { payoutsQueryFrom } from './payouts-list.ts';
import { awardWords, fundName, prizeLook } from './prize-words.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { context, params, request } = args;
  const { locale } = context.get(pageContext);
  const { t } = speaker(locale);
  const query = wholeList(payoutsQueryFrom(new URL(request.url).searchParams));
  const { loft, season, currency, rows, held, in_kind } = await answers(() =>
    context.get(callContext)(listPayouts, { params: { season_id: idFrom(params.season_id) }, query }),
  );
  const head = [
    t('people.customer'),
    t('prizes.won_in'),
    t('prizes.winner'),
    t('place.place'),
    t('rulebook.prizes'),
    `${t('prizes.won')} (${currency})`,
    `${t('money.paid')} (${currency})`,
    t('admin.state'),
    t('prizes.pay_by_day'),
  ];
  const owned = rows.flatMap(({ person, prizes }) => prizes.map((prize) => ({ who: nameOf(person), prize })));
  // What is held is nobody's yet: it stands in the file of everybody, not in that of a search.
  const nobodys = query.q === '' ? held.map((prize) => ({ who: '', prize })) : [];
  const lines = [...owned, ...nobodys].map(({ who, prize }) => [
    who,
    fundName(locale, prize),
    prize.ring ?? prize.team,
    prize.rank,
    prize.awards
      .map(({ special, amount_cents }) =>
        [awardWords({ t, locale }, { rank: prize.rank, special }), formatMoney(locale, amount_cents, currency)].join(
          ' ',
        ),
      )
      .join(', '),
    moneyCell(prize.won_cents, currency),
    moneyCell(prize.paid_cents, currency),
    t(prizeLook(prize).word),
    prize.pay_by,
  ]);
  const inKind = (query.q === '' ? in_kind : []).map(({ person, name, ring, rank, special, in_kind: given }) => [
    person === null ? '' : nameOf(person),
    name,
    ring,
    rank,
    `${awardWords({ t, locale }, { rank, special })}: ${given}`,
    null,
    null,
    null,
    null,
  ]);
  return fileResponse(args, {
    name: [loft.name, season.name, t('admin.payouts')].join(' '),
    rows: [head, ...lines, ...inKind],
  });
}
