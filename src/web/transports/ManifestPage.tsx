/** The manifest of a collection, to print: each crate with its birds and a code that links to its request. */
import { renderSVG } from 'uqr';
import { readManifest } from '#domain/transports/agent-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatCalendarDay, formatNumber } from '#web/lib/intl.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import { Sex } from '#web/ui/Sex.tsx';
import type { Route } from './+types/ManifestPage.ts';
import { sumsOf, whyMissing } from './manifest-sums.ts';
import { PrintButton } from './PrintButton.tsx';
import styles from './transports.module.css';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { locale, public_url } = context.get(pageContext);
  const { t } = speaker(locale);
  const collection_id = idFrom(params.collection_id);
  const path = `/transports/manifest/${collection_id}`;
  const view = await answers(() => context.get(callContext)(readManifest, { params: { collection_id } }));
  const crates = view.crates.map((crate) => ({
    ...crate,
    code: renderSVG(`${public_url}/transports/${crate.transport_id}?crate=${crate.n}`, { border: 1 }),
  }));
  const head = pageHead({ context, params, pattern }, [t('transports.manifest'), view.collection.place]);
  return { ...view, crates, path, head };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function ManifestPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { loft, collection, crates, missing, path } = loaderData;
  const sums = sumsOf(loaderData);
  const { place, day, from_time, to_time, agent } = collection;
  return (
    <div className={`wrap ${styles.page}`}>
      <AdminHead
        title={`${t('transports.manifest')}: ${place}`}
        lead={
          <>
            <span suppressHydrationWarning>{formatCalendarDay(locale, day, 'words')}</span>
            {t('rows.comma')}
            <bdi dir="ltr" className="num">{`${from_time}–${to_time}`}</bdi>
            {' · '}
            {t('rights.agent')}: <bdi>{agent.name}</bdi> · <bdi>{loft.name}</bdi>
          </>
        }
        actions={
          <div className={`${styles.acts} ${styles.paper}`}>
            <PrintButton />
            {crates.length > 0 && (
              <a className={panel.button} href={`${path}/pdf`}>
                <Icon name="download" />
                PDF
              </a>
            )}
          </div>
        }
      />
      <dl className={`${styles.figures} ${styles.sums}`}>
        {(
          [
            ['orders', 'admin.orders'],
            ['crates', 'transports.crates'],
            ['birds', 'pigeons.title'],
          ] as const
        ).map(([of, word]) => (
          <div key={of}>
            <dt>{t(word)}</dt>
            <dd>
              <bdi className="num">{formatNumber(locale, sums[of])}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {missing.length > 0 && (
        <section className={`${panel.panel} ${styles.missing}`} aria-labelledby="missing">
          <div className={panel.head}>
            <h2 id="missing">{t('transports.missing')}</h2>
          </div>
          <ul className={styles.birds}>
            {missing.map((order) => (
              <li key={order.transport_id}>
                <Link to={`/transports/${order.transport_id}`}>
                  <bdi dir="ltr" className="num">
                    {order.number}
                  </bdi>
                </Link>
                <bdi>{order.customer}</bdi>
                <span>{whyMissing({ t, locale }, order)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {crates.length === 0 ? (
        <p>{t('transports.no_crates')}</p>
      ) : (
        <div className={styles.crates}>
          {crates.map(({ transport_id, n, of, number, customer, pigeons, code }) => (
            <section key={`${transport_id} ${n}`} className={styles.crate} aria-label={`${number}, ${n}/${of}`}>
              {/* Drawn by this program from an address of this site; contains no user input. */}
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a code that our own loader has drawn */}
              <div aria-hidden="true" dangerouslySetInnerHTML={{ __html: code }} />
              <div>
                <h2>
                  <bdi dir="ltr" className="num">
                    {number}
                  </bdi>
                </h2>
                <p>
                  <bdi>{customer}</bdi>
                </p>
                <p>{t('transports.crate', { n, of })}</p>
              </div>
              <ul>
                {pigeons.map(({ ring, sex }) => (
                  <li key={ring}>
                    <Ring ring={ring} /> <Sex sex={sex} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </div>
  );
}
