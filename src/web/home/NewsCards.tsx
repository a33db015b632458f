/** The latest news of all lofts as cards: a picture of the text, or the horizon of the loft. */
import { localeFacts } from '#domain/locales.ts';
import type { Loft } from '#domain/lofts/contract.ts';
import type { PictureShown, ShownNews } from '#domain/news/contract.ts';
import { skyAt } from '#web/lib/intl.ts';
import { newsPath } from '#web/lib/paths.ts';
import { Horizon } from '#web/ui/Horizon.tsx';
import { Link } from '#web/ui/Link.tsx';
import { Picture } from '#web/ui/Picture.tsx';
import sky from '#web/ui/sky.module.css';
import { Day } from '#web/ui/Times.tsx';
import styles from './news-cards.module.css';

type LatestNews = ShownNews & { loft: Loft; picture: PictureShown | null };

export function NewsCards({ news }: { news: readonly LatestNews[] }) {
  return (
    <ul className={styles.cards}>
      {news.map(({ loft, picture, ...one }) => {
        const { lang, dir } = localeFacts[one.locale];
        const at_ms = Date.parse(one.published_at);
        return (
          <li key={one.id}>
            {picture ? (
              <Picture file={picture} alt="" sizes="(max-width: 760px) 100vw, 440px" className={styles.picture} />
            ) : (
              <div className={`${sky.sky} ${styles.picture}`} data-sky={skyAt(at_ms, loft.time_zone)}>
                <Horizon loft_id={loft.id} />
              </div>
            )}
            <div className={styles.text}>
              {/* A text in another language begins where the page does. */}
              <h3 lang={lang}>
                <Link to={newsPath(one)}>
                  <bdi dir={dir}>{one.title}</bdi>
                </Link>
              </h3>
              <p className={styles.when}>
                <bdi>{loft.name}</bdi>
                <Day at_ms={at_ms} time_zone={loft.time_zone} />
              </p>
              {one.lead && (
                <p lang={lang}>
                  <bdi dir={dir}>{one.lead}</bdi>
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
