/** The journal of a season as a file. */

import { dayCell, moneyCell } from '#domain/csv.ts';
import { readSeasonStatement } from '#domain/payments/contract.ts';
import { accounts, shownAmounts } from '#domain/payments/journal.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { isoDay } from '#web/lib/intl.ts';
import { wholeList } from '#web/lib/list.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { fileResponse } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/season-statement-csv.ts';
import { accountWord, entryText } from './money-words.ts';
import { statementQueryFrom } from './payments-list.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { context, params, request } = args;
  const { t } = speaker(context.get(pageContext).locale);
  const query = wholeList(statementQueryFrom(new URL(request.url).searchParams));
  const { loft, season, currency, lines } = await answers(() =>
    context.get(callContext)(readSeasonStatement, { params: { season_id: idFrom(params.season_id) }, query }),
  );
  const head = [
    t('sheet.date'),
    t('pay.order'),
    t('people.customer'),
    t('admin.state'),
    t('pay.paid_on'),
    ...accounts.map((account) => `${t(accountWord[account])} (${currency})`),
  ];
  const rows = lines.map(({ at, label, customer, paid_on, ...entry }) => {
    const amounts = shownAmounts(entry.postings);
    return [
      dayCell(isoDay(Date.parse(at), loft.time_zone)),
      label,
      nameOf(customer),
      entryText(t, entry),
      dayCell(paid_on),
      ...accounts.map((account) => moneyCell(amounts[account] ?? null, currency)),
    ];
  });
  return fileResponse(args, { name: [loft.name, season.name, t('admin.statement')].join(' '), rows: [head, ...rows] });
}
