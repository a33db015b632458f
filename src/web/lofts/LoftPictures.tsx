/** The pictures of a loft in their order: the first one large, those beyond five folded; each opened in full size. */
import { captionIn } from '#domain/media/caption.ts';
import type { LoftPicture } from '#domain/media/contract.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Picture } from '#web/ui/Picture.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './loft-pictures.module.css';

const most = 5;

export function LoftPictures({ media }: { media: readonly LoftPicture[] }) {
  const { t } = useTranslation();
  if (!media.length) return null;
  return (
    <section className={panel.panel} aria-labelledby="pictures">
      <div className={panel.head}>
        <h2 id="pictures">{t('admin.media')}</h2>
      </div>
      <ul className={styles.pictures} data-count={Math.min(most, media.length)}>
        {media.slice(0, most).map((picture, i) => (
          <OnePicture key={picture.id} picture={picture} place={i + 1} count={media.length} />
        ))}
      </ul>
      {media.length > most && (
        <details className={styles.more}>
          <summary>{t('loft.all_pictures')}</summary>
          <ul className={styles.pictures}>
            {media.slice(most).map((picture, i) => (
              <OnePicture key={picture.id} picture={picture} place={most + i + 1} count={media.length} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function OnePicture({ picture, place, count }: { picture: LoftPicture; place: number; count: number }) {
  const { t } = useTranslation();
  const { locale, media_url = '' } = usePage();
  const caption = captionIn(picture, locale);
  return (
    <li>
      <figure>
        <a href={media_url + picture.file.src}>
          <Picture
            file={picture.file}
            alt={caption || t('media.place', { place, count })}
            sizes={place === 1 ? '(max-width: 760px) 100vw, 440px' : '(max-width: 760px) 50vw, 220px'}
            className={styles.picture}
          />
        </a>
        {caption && (
          <figcaption>
            <bdi>{caption}</bdi>
          </figcaption>
        )}
      </figure>
    </li>
  );
}
