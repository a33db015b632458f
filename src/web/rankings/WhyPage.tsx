/** Why a line of a ranking has its place, as a page of its own: every number that it was made from (domain 2.12). */
import { tableFormats } from '#domain/table.ts';
import { pageContext } from '#web/lib/context.ts';
import { rankingPath, rankingWhyPath } from '#web/lib/further-paths.ts';
import { metaOf } from '#web/lib/head.ts';
import { formatNumber } from '#web/lib/intl.ts';
import { orLastKnown, useLastKnown } from '#web/lib/last-known.ts';
import { usePage } from '#web/lib/page.ts';
import { loftPath } from '#web/lib/paths.ts';
import { lineName, lineValue, measureName, rankingName, ruleSentences } from '#web/lib/ranking-words.ts';
import { useDelayedRefresh } from '#web/lib/refresh.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { lineHead } from '#web/share/heads.server.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Share } from '#web/ui/Share.tsx';
import { StepList } from '#web/ui/StepList.tsx';
import type { Route } from './+types/WhyPage.ts';
import { Subject } from './AceList.tsx';
import { again_ms } from './again.ts';
import { Needs } from './Needs.tsx';
import { WhatIf } from './WhatIf.tsx';
import styles from './why.module.css';
import { loadWhy } from './why-loader.server.ts';
import { ruleOfRanking, whySteps } from './why-steps.ts';

export async function loader(args: Route.LoaderArgs) {
  const { locale, public_url } = args.context.get(pageContext);
  const explained = await loadWhy(args);
  return { ...explained, head: lineHead({ locale, public_url, url: args.request.url }, explained) };
}

export const clientLoader = ({ request, serverLoader }: Route.ClientLoaderArgs) =>
  orLastKnown(request.url, serverLoader);

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function WhyPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { loft, season, ranking, line, flights, in_the_air } = loaderData;
  useLastKnown(loaderData);
  useDelayedRefresh(flights.some(({ status }) => status === 'released') ? again_ms : null, loaderData);
  const { measure, subject } = ranking.rule;
  const file = (format: string) => rankingWhyPath(loft.id, ranking.id, line.key).replace('/why?', `/why.${format}?`);
  return (
    <div className={`wrap ${styles.page}`}>
      <p className={styles.of}>
        <Link to={rankingPath(loft.id, { season_id: season.id, ranking_id: ranking.id })}>
          <bdi>{rankingName(locale, ranking)}</bdi>
        </Link>
        <bdi>{season.name}</bdi>
        <Link to={loftPath(loft.id)}>
          <bdi>{loft.name}</bdi>
        </Link>
      </p>
      <section className={`${panel.panel} ${styles.sheet}`} aria-labelledby="why">
        <header className={styles.head}>
          {line.place !== null && (
            <bdi className={`num ${styles.place} ${line.at_most ? styles.open : ''}`}>
              {formatNumber(locale, line.place)}
            </bdi>
          )}
          <div>
            <h1 id="why">{t('place.why')}</h1>
            <Subject loft_id={loft.id} line={line} of={subject.of} />
          </div>
          {line.value !== null && (
            <p>
              {measureName(t, measure)}:{' '}
              <bdi dir="ltr" className="num">
                {lineValue(locale, measure, line)}
              </bdi>
            </p>
          )}
        </header>
        {in_the_air && line.bird && (
          <section className={styles.air} aria-labelledby="air">
            <h2 id="air">{t('mine.air')}</h2>
            <Needs steps={in_the_air.steps} time_zone={loft.time_zone} />
            <p>{t('aces.against')}</p>
            <WhatIf loft_id={loft.id} page={loaderData} birds={[line.bird]} time_zone={loft.time_zone} />
          </section>
        )}
        <StepList steps={whySteps({ t, locale }, loaderData)} />
        <section className={styles.rule} aria-labelledby="rule">
          <h2 id="rule">{t('aces.counted')}</h2>
          <ul>
            {ruleSentences(t, locale, ranking.rule, flights).map((sentence) => (
              <li key={sentence} suppressHydrationWarning>
                {sentence}
              </li>
            ))}
          </ul>
          <Link to={ruleOfRanking(loaderData)}>
            <bdi>{rankingName(locale, ranking)}</bdi>
          </Link>
        </section>
        <footer className={styles.foot}>
          <span>{t('place.as_file')}</span>
          {tableFormats.map((format) => (
            <a key={format} className={panel.button} href={file(format)} download>
              <Icon name="download" />
              {format.toUpperCase()}
            </a>
          ))}
          <Share
            className={panel.button}
            title={`${lineName(t, locale, ranking, line)}, ${rankingName(locale, ranking)}`}
            path={rankingWhyPath(loft.id, ranking.id, line.key)}
          />
        </footer>
      </section>
    </div>
  );
}
