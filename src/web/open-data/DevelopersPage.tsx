/** What programs and other sites can read here, described by the contracts that OpenAPI is made from, to try out. */
import { readHome } from '#domain/arrivals/home-page-contract.ts';
import { readLoft } from '#domain/flights/contract.ts';
import { openCalls } from '#domain/open-data/contract.ts';
import { describeCall } from '#domain/open-data/describe.ts';
import { requestsPerMinute } from '#domain/open-data/limits.ts';
import { pathOf } from '#domain/path.ts';
import { listRankings } from '#domain/rankings/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { answers } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { flightPath, loftPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/DevelopersPage.ts';
import { CallFields } from './CallFields.tsx';
import styles from './developers.module.css';
import { keysPath, webhooksPath } from './paths.ts';
import { TryCall } from './TryCall.tsx';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { t } = speaker(context.get(pageContext).locale);
  const call = context.get(callContext);
  const { leading, finals, next } = await answers(() => call(readHome, {}));
  const flight = leading?.flight ?? finals[0]?.flight ?? next[0] ?? null;
  const loft = flight && (await answers(() => call(readLoft, { params: { loft_id: flight.loft_id } }))).loft;
  const ranking =
    loft && (await answers(() => call(listRankings, { params: { loft_id: loft.id }, query: {} }))).rankings[0];
  const of = flight && { loft_id: flight.loft_id, flight_id: flight.id, ...(ranking && { ranking_id: ranking.id }) };
  return {
    calls: openCalls.map((one) => ({
      ...describeCall(one),
      example: of && (ranking || !one.path.includes('{ranking_id}')) ? pathOf(one.path, of) : null,
    })),
    example: flight && loft && { flight, loft: { id: loft.id, name: loft.name, licence: loft.data_licence } },
    head: pageHead({ context, params, pattern }, [t('developers.title')], t('developers.lead')),
  };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function DevelopersPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { calls, example } = loaderData;
  const most = {
    free: formatNumber(locale, requestsPerMinute.free),
    keyed: formatNumber(locale, requestsPerMinute.keyed),
  };
  return (
    <div className={`wrap ${styles.page}`}>
      <h1>{t('developers.title')}</h1>
      <p className={styles.lead}>{t('developers.lead')}</p>
      <p className={styles.links}>
        <Link className={panel.button_primary} to={keysPath}>
          {t('developers.keys')}
        </Link>
        <Link className={panel.button} to={webhooksPath}>
          {t('developers.webhooks')}
        </Link>
        <a className={panel.button} href="/api/v1/openapi.json">
          {t('developers.openapi')}
        </a>
      </p>
      <div className={styles.rules}>
        <section className={`${panel.panel} ${styles.rule}`}>
          <h2>{t('developers.limits_title')}</h2>
          <p>{t('developers.limits', most)}</p>
          <p>{t('developers.etag')}</p>
          <p>{t('developers.stable')}</p>
        </section>
        <section className={`${panel.panel} ${styles.rule}`}>
          <h2>{t('developers.licence_title')}</h2>
          <p>{t('developers.licence_text')}</p>
        </section>
      </div>
      <h2 className={styles.calls}>{t('developers.calls')}</h2>
      {example ? (
        <p>
          <Link to={flightPath(example.flight)}>
            <bdi>{example.flight.name}</bdi>
          </Link>{' '}
          ·{' '}
          <Link to={loftPath(example.loft.id)}>
            <bdi>{example.loft.name}</bdi>
          </Link>
          {': '}
          {example.loft.licence === null ? t('developers.licence_none') : <bdi>{example.loft.licence}</bdi>}
        </p>
      ) : (
        <p>{t('developers.no_flight')}</p>
      )}
      {calls.map((call) => (
        <section key={call.name} className={`${panel.panel} ${styles.call}`} aria-labelledby={call.name}>
          <h3 id={call.name} dir="ltr">
            <span>GET</span> <code>{call.path}</code>
          </h3>
          {/* The contract is in English, as its field names are. */}
          <p lang="en" dir="ltr">
            {call.summary}.
          </p>
          {call.parameters.length > 0 && <CallFields title={t('developers.parameters')} fields={call.parameters} />}
          {call.fields.length > 0 && <CallFields title={t('developers.fields')} fields={call.fields} />}
          {call.example && <TryCall path={call.example} />}
        </section>
      ))}
    </div>
  );
}
