/** Jobs that failed: since when and why; an admin retries them or sets them aside. */
import { Form, redirect, useSearchParams } from 'react-router';
import { listWork, putWorkAside, retryWork, type WorkItem } from '#domain/jobs/contract.ts';
import type { Queue } from '#domain/jobs/item.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, type RefusedForm, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { answers, notFound, perPages } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { DownloadLinks } from '#web/ui/DownloadLinks.tsx';
import { Area, Wrong } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import parts from '#web/ui/list-parts.module.css';
import { NoRows } from '#web/ui/NoRows.tsx';
import { Paging } from '#web/ui/Paging.tsx';
import panel from '#web/ui/panel.module.css';
import { RowKeys } from '#web/ui/RowKeys.tsx';
import { SearchForm } from '#web/ui/SearchForm.tsx';
import { SortHead } from '#web/ui/SortHead.tsx';
import { Table } from '#web/ui/Table.tsx';
import { Moment } from '#web/ui/Times.tsx';
import table from '#web/ui/table.module.css';
import type { Route } from './+types/WorkPage.ts';
import { StateChip } from './StateChip.tsx';
import styles from './work.module.css';
import { workQueryFrom } from './work-list.ts';

const at = '/admin/work';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const query = workQueryFrom(new URL(request.url).searchParams);
  const list = await answers(() => context.get(callContext)(listWork, { query }));
  const head = pageHead({ context, params, pattern }, [t('work.title')], t('work.lead'));
  return { ...list, query, head };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const call = context.get(callContext);
  const body = { queue: textIn(form, 'queue') as Queue, item: textIn(form, 'item') };
  const actions: Record<string, () => Promise<unknown>> = {
    retry: () => call(retryWork, { body }),
    put_aside: () => call(putWorkAside, { body: { ...body, reason: textIn(form, 'reason') } }),
  };
  const act = actions[textIn(form, 'action')] ?? notFound();
  return actOn(form, async () => {
    await act();
    // Back to the same part of the list.
    const search = new URL(request.url).searchParams;
    search.delete('retried');
    if (textIn(form, 'action') === 'retry') search.set('retried', nameIn(body));
    return redirect(`${at}?${search}`);
  });
}

const nameIn = ({ queue, item }: Pick<WorkItem, 'queue' | 'item'>) => `${queue} ${item}`;

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function WorkPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [search] = useSearchParams();
  const { rows: list, sums, query, ...page } = loaderData;
  const retried = actionData ? null : search.get('retried');
  const isListed = (name: string) => list.some((item) => nameIn(item) === name);
  const refused =
    actionData && !isListed(nameIn(actionData.typed as Pick<WorkItem, 'queue' | 'item'>))
      ? actionData.refused
      : undefined;
  return (
    <div className="wrap">
      <AdminHead title={t('work.title')} lead={t('work.lead')} />
      <Wrong refused={refused} />
      {retried !== null && !isListed(retried) && (
        <p role="status" className={panel.notice}>
          {t('work.retried')}
        </p>
      )}
      <section className={panel.panel} aria-labelledby="list">
        <div className={panel.head}>
          <h2 id="list">{t('work.title')}</h2>
          <small role="status">{t('work.found', { n: formatNumber(locale, page.total) })}</small>
          <RowKeys />
          {page.total > 0 && <DownloadLinks path={at} query={`${search}`} />}
        </div>
        {sums.length > 0 && (
          <>
            <nav className={parts.sums} aria-label={t('admin.state')}>
              {sums.map(({ state, count }) => (
                <Link
                  key={state}
                  to={state === query.state ? '?' : `?state=${state}`}
                  aria-current={state === query.state ? 'true' : undefined}
                >
                  <StateChip state={state} />
                  <bdi className="num">{formatNumber(locale, count)}</bdi>
                </Link>
              ))}
            </nav>
            <SearchForm hint={t('work.search')} />
          </>
        )}
        {list.length === 0 ? (
          <NoRows own={['state']} title={t('work.none')} text={t('work.none_text')} />
        ) : (
          <>
            <Table caption={t('work.title')} cards>
              <thead>
                <tr>
                  <SortHead by="work" order={query.sort}>
                    {t('work.what')}
                  </SortHead>
                  <SortHead by="state" order={query.sort}>
                    {t('admin.state')}
                  </SortHead>
                  <SortHead by="since" order={query.sort}>
                    {t('work.since')}
                  </SortHead>
                  <SortHead by="attempts" order={query.sort} largest className={table.figure}>
                    {t('work.attempts')}
                  </SortHead>
                  <SortHead by="next" order={query.sort}>
                    {t('work.next')}
                  </SortHead>
                  <th scope="col">
                    <span className="visually-hidden">{t('work.put_aside')}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {list.map((item) => (
                  <Row key={nameIn(item)} item={item} answer={actionData} isRetried={retried === nameIn(item)} />
                ))}
              </tbody>
            </Table>
            <Paging {...page} per_page={query.per_page} sizes={perPages} />
          </>
        )}
      </section>
    </div>
  );
}

interface RowProps {
  item: WorkItem;
  answer: RefusedForm | undefined;
  isRetried: boolean;
}

function Row({ item, answer, isRetried }: RowProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { queue, state, error, first_at, attempts, next_try_at, put_aside, time_zone } = item;
  const own = answer?.typed.queue === queue && answer.typed.item === item.item ? answer : undefined;
  const by = put_aside && (nameOf(put_aside.by) ?? t('rights.unnamed'));
  return (
    <tr>
      <td>
        <div className={styles.what}>
          <strong>{t(`work.${queue}`)}</strong>
          <About item={item} />
          <bdi dir="ltr" className={styles.error}>
            {error}
          </bdi>
        </div>
      </td>
      <td data-label={t('admin.state')}>
        <StateChip state={state} />
      </td>
      <td data-label={t('work.since')}>
        <Moment at_ms={Date.parse(first_at)} time_zone={time_zone} short />
      </td>
      <td data-label={t('work.attempts')} className={table.figure}>
        <bdi className="num">{formatNumber(locale, attempts)}</bdi>
      </td>
      <td data-label={t(put_aside ? 'work.aside' : 'work.next')}>
        {next_try_at && <Moment at_ms={Date.parse(next_try_at)} time_zone={time_zone} short />}
        {put_aside && (
          <span>
            <Moment at_ms={Date.parse(put_aside.at)} time_zone={time_zone} short />{' '}
            <small>
              <bdi>{by}</bdi>: <bdi>{put_aside.reason}</bdi>
            </small>
          </span>
        )}
      </td>
      <td>
        <div className={styles.forms}>
          <Wrong refused={own?.refused} />
          <Form method="post" preventScrollReset>
            <Key item={item} />
            <button type="submit" name="action" value="retry" className={panel.button}>
              <Icon name="replay" size={18} />
              {t('work.retry')}
            </button>
          </Form>
          {isRetried && <p role="status">{t('work.retried')}</p>}
          {state !== 'aside' && (
            <details open={own?.typed.action === 'put_aside'}>
              <summary className={styles.more}>{t('work.put_aside')}</summary>
              <Form method="post" preventScrollReset className={styles.aside}>
                <Key item={item} />
                <input type="hidden" name="action" value="put_aside" />
                <p>{t('work.put_aside_hint')}</p>
                <Area
                  label={t('pay.reason')}
                  name="reason"
                  rows={2}
                  required
                  maxLength={1000}
                  dir="auto"
                  defaultValue={own?.typed.reason ?? ''}
                  errors={own?.refused.errors?.reason}
                />
                <button type="submit" className={panel.button}>
                  {t('work.put_aside')}
                </button>
              </Form>
            </details>
          )}
        </div>
      </td>
    </tr>
  );
}

function Key({ item: { queue, item } }: { item: WorkItem }) {
  return (
    <>
      <input type="hidden" name="queue" value={queue} />
      <input type="hidden" name="item" value={item} />
    </>
  );
}

/** The subject of a job, with links to the pages where it is fixed. */
function About({ item: { item, loft, order, flight } }: { item: WorkItem }) {
  return (
    <span className={styles.about}>
      {loft && (
        <Link to={`/admin/lofts/${loft.id}`}>
          <bdi>{loft.name}</bdi>
        </Link>
      )}
      {order && (
        <Link to={`/admin/seasons/${order.season_id}/payments/${order.id}`}>
          <bdi dir="ltr" className="num">
            {order.label}
          </bdi>
        </Link>
      )}
      {loft && flight && (
        <Link to={`/lofts/${loft.id}/flights/${flight.id}`}>
          <bdi>{flight.name}</bdi>
        </Link>
      )}
      {!order && !flight && (
        <bdi dir="ltr" className="num">
          {item}
        </bdi>
      )}
    </span>
  );
}
