/** The versions of a rulebook, the latest first, each with the parts it changed. */
import type { SeasonKey } from '#domain/keys.ts';
import type { RulebookVersions as Versions } from '#domain/seasons/rulebook-contract.ts';
import { rulebookPath } from '#web/lib/paths.ts';
import { partNames } from '#web/lib/rule-words.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Moment } from '#web/ui/Times.tsx';
import styles from './rulebook.module.css';

export interface RulebookVersionsProps {
  season: SeasonKey;
  time_zone: string;
  /** The version shown on the page; null: none. */
  shown: number | null;
  versions: readonly (Versions[number] & { by?: string | null })[];
}

export function RulebookVersions({ season, time_zone, shown, versions }: RulebookVersionsProps) {
  const { t } = useTranslation();
  return (
    <section className={panel.panel} aria-labelledby="versions">
      <div className={panel.head}>
        <h2 id="versions">{t('rulebook.versions')}</h2>
      </div>
      <ol className={styles.versions}>
        {versions.map(({ version, at, changed, by }) => (
          <li key={version}>
            <Link to={rulebookPath(season, version)} aria-current={version === shown ? 'true' : undefined}>
              {t('rulebook.version', { version })}
            </Link>
            <p>{changed.length ? changed.map((part) => t(partNames[part])).join(' · ') : t('rulebook.first')}</p>
            <small>
              <Moment at_ms={Date.parse(at)} time_zone={time_zone} short />
              {by && (
                <>
                  {' · '}
                  <bdi>{by}</bdi>
                </>
              )}
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}
