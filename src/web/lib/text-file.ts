/** A plain text as a file to download, byte for byte. */
export const textFile = (name: string, text: string): Response =>
  new Response(text, {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
    },
  });
