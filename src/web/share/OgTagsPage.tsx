/** A preview of a shared link: the picture, the texts and the tags of a page (2.20). */
import { Form } from 'react-router';
import { pictureSize } from '#domain/share/card.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { foundOr } from '#web/lib/loader.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Empty } from '#web/ui/Empty.tsx';
import panel from '#web/ui/panel.module.css';
import type { Route } from './+types/OgTagsPage.ts';
import { headOf } from './heads.server.ts';
import styles from './og-tags.module.css';
import { shownAt, viewOf } from './share-views.server.ts';

export async function loader({ context, params, pattern, request }: Route.LoaderArgs) {
  const { locale, public_url } = context.get(pageContext);
  const { t } = speaker(locale);
  const asked = (new URL(request.url).searchParams.get('page') ?? '').trim().slice(0, 500);
  return {
    asked,
    shared: await sharedBy(asked),
    head: pageHead({ context, params, pattern }, [t('share.title')], t('share.lead')),
  };

  /** The head of the page at an address of this site; null for a page without a share picture. */
  async function sharedBy(address: string) {
    const url = URL.parse(address, public_url);
    const shown = url?.origin === public_url ? shownAt(url.pathname) : null;
    if (!url || !shown) return null;
    const view = await foundOr(null, () => viewOf(context.get(callContext), shown, locale));
    return view && headOf({ locale, public_url, url: url.href }, view);
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function OgTagsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { asked, shared } = loaderData;
  return (
    <div className={`wrap ${styles.page}`}>
      <h1>{t('share.title')}</h1>
      <p>{t('share.lead')}</p>
      <Form method="get" className={styles.form}>
        <label htmlFor="page">{t('share.address')}</label>
        <input
          key={asked}
          id="page"
          name="page"
          defaultValue={asked}
          placeholder="/lofts/1"
          dir="ltr"
          maxLength={500}
          autoCapitalize="off"
          spellCheck={false}
          required
        />
        <button type="submit" className={panel.button_primary}>
          {t('share.show')}
        </button>
      </Form>
      {asked !== '' && !shared && (
        <div className={panel.panel}>
          <Empty title={t('share.none')} text={t('share.none_text')} />
        </div>
      )}
      {shared?.share && (
        <>
          <a href={shared.url} className={`${panel.panel} ${styles.link}`}>
            {/* The path alone, so that the picture is loaded from this host. */}
            <img src={withoutOrigin(shared.share.picture)} {...pictureSize} alt={shared.description} />
            <strong>
              <bdi>{shared.title}</bdi>
            </strong>
            <span>{shared.description}</span>
          </a>
          <section className={panel.panel} aria-labelledby="tags">
            <div className={panel.head}>
              <h2 id="tags">{t('share.tags')}</h2>
            </div>
            <dl className={styles.tags}>
              {tagsOf(metaOf(shared)).map(([name, value]) => (
                <div key={name + value}>
                  <dt dir="ltr">{name}</dt>
                  <dd>
                    <bdi>{value}</bdi>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        </>
      )}
    </div>
  );
}

function withoutOrigin(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

/** Each tag as a name and a value, in the order of the page. */
function tagsOf(tags: ReturnType<typeof metaOf>): [name: string, value: string][] {
  return tags.flatMap((tag): [string, string][] => {
    const { title, name, property, content, rel, hrefLang, href } = tag as Record<string, string | undefined>;
    if (title !== undefined) return [['title', title]];
    if (rel !== undefined) return [[hrefLang ? `${rel} ${hrefLang}` : rel, href ?? '']];
    return [[name ?? property ?? '', content ?? '']];
  });
}
