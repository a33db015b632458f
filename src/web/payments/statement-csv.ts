/** The reader's own statement as a file. */
import { dayCell, moneyCell } from '#domain/csv.ts';
import { readOwnStatement } from '#domain/payments/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { isoDay } from '#web/lib/intl.ts';
import { answers } from '#web/lib/loader.ts';
import { fileResponse } from '#web/lib/table-file.server.ts';
import type { Route } from './+types/statement-csv.ts';
import { entryText, ownAmount } from './money-words.ts';

export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { context } = args;
  const { t } = speaker(context.get(pageContext).locale);
  const { lines } = await answers(() => context.get(callContext)(readOwnStatement, {}));
  const head = [
    t('sheet.date'),
    t('pay.order'),
    t('admin.state'),
    t('pay.paid_on'),
    t('pay.amount'),
    t('setup.currency'),
  ];
  const rows = lines.map(({ at, label, kind, currency, postings, paid_on, loft, time_zone, season }) => [
    dayCell(isoDay(Date.parse(at), time_zone)),
    [`${label} ${loft}`, ...(season === null ? [] : [season])].join(t('rows.comma')),
    entryText(t, { kind, postings }),
    dayCell(paid_on),
    moneyCell(ownAmount(postings), currency),
    currency,
  ]);
  return fileResponse(args, { name: t('admin.statement'), rows: [head, ...rows] });
}
