/** A loft's contract with its participants: the version in force, in the reader's language or the next best (2.23). */
import { listContracts } from '#domain/contracts/contract.ts';
import { shownTo } from '#domain/contracts/version.ts';
import { localeFacts } from '#domain/locales.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { formatDay } from '#web/lib/intl.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/ContractPage.ts';
import styles from './contracts.module.css';
import { contractPdfPath } from './paths.ts';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const loft_id = idFrom(params.loft_id);
  const view = await answers(() => context.get(callContext)(listContracts, { params: { loft_id } }));
  const { t } = speaker(context.get(pageContext).locale);
  return { ...view, head: pageHead({ context, params, pattern }, [t('contracts.one'), view.loft.name]) };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function ContractPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { loft, contracts } = loaderData;
  const shown = shownTo(contracts, locale);
  return (
    <div className="wrap">
      <AdminHead
        title={shown?.title ?? t('contracts.one')}
        lead={
          shown &&
          t('contracts.since', { version: shown.version, day: formatDay(locale, Date.parse(shown.valid_from), 'UTC') })
        }
      />
      <div className={panel.body}>
        <section className={panel.panel} aria-label={t('contracts.one')}>
          {!shown && <Empty title={t('contracts.none')} text={t('contracts.none_text')} />}
          {shown?.text && (
            <div className={styles.text} lang={localeFacts[shown.language].lang} dir="auto">
              {shown.text}
            </div>
          )}
          {shown?.file && (
            <p className={styles.text}>
              <a href={contractPdfPath(loft.id, shown.id)} className={panel.button} download>
                <Icon name="download" />
                {t('contracts.pdf')}
              </a>
            </p>
          )}
        </section>
      </div>
    </div>
  );
}
