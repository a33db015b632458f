/** The public rulebook of a season: the latest version, or the one that a flight was flown by. */
import { readRulebook } from '#domain/seasons/rulebook-contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, titled } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { rulebookPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/RulebookPage.ts';
import { RulebookExamples } from './RulebookExamples.tsx';
import { RulebookParts } from './RulebookParts.tsx';
import { RulebookVersions } from './RulebookVersions.tsx';
import styles from './rulebook.module.css';
import { examplesOf } from './rulebook-examples.ts';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { locale, public_url } = context.get(pageContext);
  const { t } = speaker(locale);
  const key = { loft_id: idFrom(params.loft_id), season_id: idFrom(params.season_id) };
  const requested = new URL(request.url).searchParams.get('version');
  const query = requested === null ? {} : { version: idFrom(requested) };
  const view = await answers(() => context.get(callContext)(readRulebook, { params: key, query }));
  const head = {
    title: titled(t('admin.rulebook'), view.loft.name),
    description: `${view.loft.name}: ${t('admin.rulebook')}, ${view.season.name}`,
    url: `${public_url}${rulebookPath(key, query.version)}`,
  };
  return { ...view, key, head, examples: examplesOf(view.rulebook, view.loft) };
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function RulebookPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { key, loft, season, currency, version, rulebook, versions, examples } = loaderData;
  const latest = versions[0]!.version;
  return (
    <div className="wrap">
      <AdminHead title={t('admin.rulebook')} lead={<bdi>{season.name}</bdi>} />
      <div className={styles.admin}>
        <div className={styles.beside}>
          <section className={panel.panel} aria-labelledby="rules">
            <div className={panel.head}>
              <h2 id="rules">{t('rulebook.version', { version })}</h2>
            </div>
            {version !== latest && (
              <p className={`${panel.notice} ${styles.later}`}>
                <Icon name="alert" />
                <Link to={rulebookPath(key)}>{t('rulebook.valid', { version: latest })}</Link>
              </p>
            )}
            <RulebookParts rulebook={rulebook} currency={currency} />
          </section>
          <RulebookExamples rules={rulebook.rules} currency={currency} time_zone={loft.time_zone} examples={examples} />
        </div>
        <RulebookVersions season={key} time_zone={loft.time_zone} shown={version} versions={versions} />
      </div>
    </div>
  );
}
