/** The pictures of a loft for its editors (2.24): added, sorted, captioned, removed. */
import { useState } from 'react';
import { redirect, useFetcher, useRevalidator, useSearchParams } from 'react-router';
import type { FileShown } from '#domain/files/contract.ts';
import { locales } from '#domain/locales.ts';
import { addMedia, captionMedia, manageMedia, moveMedia, removeMedia } from '#domain/media/contract.ts';
import { speaker } from '#web/lib/catalogues.server.ts';
import { callContext, pageContext } from '#web/lib/context.ts';
import { actOn, type RefusedForm, textIn } from '#web/lib/form.ts';
import { metaOf, pageHead } from '#web/lib/head.ts';
import { answers, idFrom } from '#web/lib/loader.ts';
import { send } from '#web/lib/send.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AdminHead } from '#web/ui/AdminHead.tsx';
import { Empty } from '#web/ui/Empty.tsx';
import { Wrong } from '#web/ui/Field.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import { Upload } from '#web/ui/Upload.tsx';
import type { Route } from './+types/MediaPage.ts';
import styles from './media.module.css';
import { PictureCard } from './PictureCard.tsx';
import { mediaPath } from './paths.ts';

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const loft_id = idFrom(params.loft_id);
  const view = await answers(() => context.get(callContext)(manageMedia, { params: { loft_id } }));
  const { t } = speaker(context.get(pageContext).locale);
  const head = pageHead({ context, params, pattern }, [t('admin.media'), view.loft.name], t('media.lead'));
  return { ...view, head };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const loft_id = idFrom(params.loft_id);
  const form = await request.formData();
  const call = context.get(callContext);
  const idIn = (name: string) => idFrom(textIn(form, name));
  return actOn(form, async () => {
    const intent = textIn(form, 'intent');
    const key = { loft_id, media_id: idIn('media_id') };
    if (intent === 'move') await call(moveMedia, { params: key, body: { place: idIn('place') } });
    if (intent === 'caption') await call(captionMedia, { params: key, body: { captions: captionsIn(form) } });
    if (intent === 'remove') await call(removeMedia, { params: key, body: {} });
    return redirect(
      `${mediaPath(loft_id)}?done=${intent}#${intent === 'remove' ? 'pictures' : `picture-${key.media_id}`}`,
    );
  });
}

function captionsIn(form: FormData) {
  return Object.fromEntries(locales.map((language) => [language, textIn(form, `caption.${language}`)]));
}

export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function MediaPage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { loft, media } = loaderData;
  const moving = useFetcher();
  const { revalidate } = useRevalidator();
  const [dragged, setDragged] = useState<number | null>(null);
  const done = search.get('done');
  return (
    <>
      <AdminHead title={t('admin.media')} lead={t('media.lead')} />
      <div className={panel.body}>
        <Wrong refused={(actionData as RefusedForm | undefined)?.refused} />
        {!actionData && (done === 'remove' || done === 'caption') && (
          <p role="status" className={`${panel.notice} ${styles.done}`}>
            <Icon name="check" />
            {done === 'remove' ? t('media.removed') : t('identity.saved')}
          </p>
        )}
        <section className={panel.panel} aria-labelledby="add">
          <div className={panel.head}>
            <h2 id="add">{t('media.add')}</h2>
          </div>
          <div className={styles.inner}>
            <Upload loft_id={loft.id} as="image" many onStored={add} />
          </div>
        </section>
        <section id="pictures" className={panel.panel} aria-label={t('admin.media')}>
          {media.length === 0 ? (
            <Empty title={t('media.empty')} text={t('media.empty_text')} />
          ) : (
            <>
              <p className={styles.hint}>{t('media.drag')}</p>
              <ol className={styles.grid}>
                {media.map((picture) => (
                  <PictureCard
                    key={picture.id}
                    picture={picture}
                    count={media.length}
                    dragged={dragged === picture.id}
                    onDrag={setDragged}
                    onDropped={() => drop(picture.place)}
                  />
                ))}
              </ol>
            </>
          )}
        </section>
      </div>
    </>
  );

  async function add({ id }: FileShown): Promise<void> {
    await send(addMedia, { params: { loft_id: loft.id }, body: { file_id: id } });
    await revalidate();
  }

  function drop(place: number) {
    if (dragged === null) return;
    void moving.submit({ intent: 'move', media_id: dragged, place }, { method: 'post', preventScrollReset: true });
    setDragged(null);
  }
}
